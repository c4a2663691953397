import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { attempt, make } from '../../app/state/undo-history.ts';
import { usePerson } from '../../data/account.ts';
import { type Camera, useCameras } from '../../data/records/cameras.ts';
import { useMonitors } from '../../data/records/monitors.ts';
import { type SharedRecord, useNames } from '../../data/records/people.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../ui/frame/menu.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { CameraIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Line, Lines } from '../../ui/lines/lines.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** The monitors whose cameras may write into the dataset. Editors admit them and take them out. */
export function Cameras({ record }: { record: SharedRecord }) {
  const text = useText();
  const { cameras, error, admit, dismiss } = useCameras(record.id);
  const isEditor = mayEdit(record.role);
  const admitting = (id: string) => ({ redo: () => admit(id), undo: () => dismiss(id) });
  const dismissing = (id: string) => ({ redo: () => dismiss(id), undo: () => admit(id) });
  const nameOf = ({ name, monitor }: Camera) => name || monitor;
  return (
    <Part
      title={text.cameras}
      hint={text.camerasHint}
      action={
        isEditor && (
          <AdmitMenu
            admitted={cameras ?? []}
            onAdmit={(monitor, name) =>
              void make({ label: text.cameraAdmitted(name), ...admitting(monitor) }, text)
            }
          />
        )
      }
    >
      {error && <CouldNotLoad error={error} />}
      <Lines isLoading={!cameras && !error} none={!error && text.noCameras}>
        {cameras?.map((camera) => (
          <CameraLine
            key={camera.monitor}
            record={record}
            camera={camera}
            isEditor={isEditor}
            onTake={() => void attempt(() => admit(camera.monitor), text)}
            onDismiss={() =>
              void make({ label: text.cameraDismissed(nameOf(camera)), ...dismissing(camera.monitor) }, text)
            }
          />
        ))}
      </Lines>
    </Part>
  );
}

interface CameraLineProps {
  record: SharedRecord;
  camera: Camera;
  isEditor: boolean;
  onTake: () => void;
  onDismiss: () => void;
}

function CameraLine({ record, camera, isEditor, onTake, onDismiss }: CameraLineProps) {
  const text = useText();
  const self = usePerson();
  const name = camera.name || camera.monitor;
  const by = useNames(record)(camera.by);
  return (
    <Line
      mark={<CameraIcon />}
      name={name}
      details={
        <>
          {camera.counts ? text.admittedBy(by ?? text.formerPerson) : text.admittedByNobody}{' '}
          <TimeText at={camera.at} />
          {' · '}
          {camera.last === null ? text.noFrames : text.lastFrameAt}{' '}
          {camera.last !== null && <TimeText at={camera.last} />}
        </>
      }
    >
      {isEditor && camera.by !== self?.uid && camera.name !== '' && (
        <Button onPress={onTake}>{text.takeOver}</Button>
      )}
      {isEditor && <IconButton label={text.dismissCamera(name)} icon={<TrashIcon />} onPress={onDismiss} />}
    </Line>
  );
}

interface AdmitMenuProps {
  admitted: readonly Camera[];
  onAdmit: (monitor: string, name: string) => void;
}

function AdmitMenu({ admitted, onAdmit }: AdmitMenuProps) {
  const text = useText();
  const monitors = useMonitors();
  const known = new Set(admitted.filter(({ counts }) => counts).map(({ monitor }) => monitor));
  const offered = (monitors.state === 'ready' ? monitors.value : []).filter(
    ({ id, role }) => mayEdit(role) && !known.has(id),
  );
  return (
    <Menu
      label={text.admitCamera}
      button={
        <Button isDisabled={offered.length === 0}>
          <PlusIcon />
          {text.admitCamera}
        </Button>
      }
    >
      {offered.map(({ id, name }) => (
        <MenuItem key={id} onAction={() => onAdmit(id, name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
