import { notify } from '../../app/state/toasts.ts';
import { attempt, recordStep } from '../../app/state/undo-history.ts';
import { useDatasets } from '../../data/records/datasets.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Select } from '../../ui/form/select.tsx';

const NONE = 'none';

/** Shown in place of the choice until the datasets have been read. */
function Known({ monitor: { dataset } }: { monitor: Monitor }) {
  const text = useText();
  const label = dataset === '' ? text.whereFramesSay : `${text.loading}…`;
  return (
    <Select
      label={text.framesGoTo}
      isLabelShown
      choices={[{ id: dataset || NONE, label }]}
      value={dataset || NONE}
      onChange={() => {}}
    />
  );
}

/** Chooses the dataset for frames that name none, among those that this person may edit. */
export function TargetChoice({ monitor }: { monitor: Monitor }) {
  const text = useText();
  const datasets = useDatasets();
  if (datasets.state !== 'ready') return <Known monitor={monitor} />;
  const own = datasets.value.filter(({ role }) => mayEdit(role)).map(({ id, name }) => ({ id, label: name }));
  const before = monitor.dataset || NONE;
  const choices = [...own, { id: NONE, label: text.whereFramesSay }];
  const isKnown = choices.some(({ id }) => id === before);
  const foreign = datasets.value.find(({ id }) => id === before)?.name ?? text.foreignDataset;
  const save = (id: string) =>
    service()
      .monitors(monitor.id)
      .update({ dataset: id === NONE ? null : id });
  const change = async (next: string): Promise<void> => {
    if (next === before || !(await attempt(() => save(next), text))) return;
    const label = text.framesNowGoTo(choices.find(({ id }) => id === next)?.label ?? next);
    // People who may not edit the previous dataset could not undo the change.
    if (isKnown) recordStep({ label, undo: () => save(before), redo: () => save(next) }, text);
    else notify({ message: label });
  };
  return (
    <Select
      label={text.framesGoTo}
      isLabelShown
      choices={isKnown ? choices : [{ id: before, label: foreign }, ...choices]}
      value={before}
      onChange={(next) => void change(next)}
    />
  );
}
