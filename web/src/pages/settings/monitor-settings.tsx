import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { MonitorPlace } from '../../app/places/monitor-place.tsx';
import { WithMonitor } from '../../app/places/with-record.tsx';
import { notify } from '../../app/state/toasts.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { type Monitor, useMonitorState } from '../../data/records/monitors.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Hooks } from '../hooks/hooks.tsx';
import { DeleteRecord } from './delete-record.tsx';
import { ExpectedRate } from './expected-rate.tsx';
import { ReviewShare } from './review-share.tsx';
import { TargetChoice } from './target-choice.tsx';
import { Rename } from './text-setting.tsx';

export const MonitorSettings = ({ id }: { id: string }) => (
  <WithMonitor id={id} needs="editor">
    {(monitor) => (
      <>
        <MonitorPlace monitor={monitor} page="monitorSettings" />
        <SettingsPage monitor={monitor} />
      </>
    )}
  </WithMonitor>
);

function SettingsPage({ monitor }: { monitor: Monitor }) {
  const text = useText();
  useCommands(undoCommands(text));
  return (
    <Page>
      <Part title={text.settings}>
        <Rename name={monitor.name} save={(name) => service().monitors(monitor.id).update({ name })} />
      </Part>
      <Part title={text.whereFramesGo}>
        <TargetChoice monitor={monitor} />
        <ReviewShare key={monitor.id} monitor={monitor} />
      </Part>
      <Part title={text.alerts}>
        <ExpectedRate key={monitor.id} monitor={monitor} />
      </Part>
      {monitor.role === 'owner' && <Hooks owner={{ kind: 'monitor', id: monitor.id }} />}
      {monitor.role === 'owner' && <DeleteMonitor monitor={monitor} />}
    </Page>
  );
}

/** Deletes the monitor and its device keys for good. Possible only while it is stopped. */
function DeleteMonitor({ monitor: { id, name } }: { monitor: Monitor }) {
  const text = useText();
  const [, go] = useLocation();
  const live = useMonitorState(id);
  const isRunning = live.state === 'ready' && live.value?.running === true;
  const remove = async (): Promise<void> => {
    await service().monitors(id).delete();
    go(addresses.wall);
    notify({ message: text.deletedRecord(name) });
  };
  return (
    <DeleteRecord
      title={text.deleteMonitor}
      hint={isRunning ? text.stopFirst : text.deleteMonitorHint}
      loss={text.deleteMonitorHint}
      name={name}
      isDisabled={isRunning || live.state !== 'ready'}
      onDelete={remove}
    />
  );
}
