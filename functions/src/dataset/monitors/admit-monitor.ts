import { judge, rightOf } from '../../common/access/permit.ts';
import { permitPerson } from '../../common/access/permit-maker.ts';
import { monitorGrants } from '../../common/adapters/firestore/records/monitor-grants.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Permit } from '../../common/model.ts';
import { FULL } from '../../common/records/monitor-grants.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';

/**
 * Lets cameras of a monitor write into the dataset (Contract 8). The caller answers for it from now on, also if another editor
 * did so before. Idempotent.
 * @throws HttpError `dataset not found`, `forbidden`, `no such monitor` if the caller may not run the monitor and the dataset
 *   does not admit it yet, `bad parameter` if the dataset admits too many
 */
export async function admitMonitor(input: Target & { monitor: string }): Promise<void> {
  const { monitor: id, caller } = input;
  const dataset = await requireDataset(input, 'editor');
  permitPerson(caller);
  const monitor = isId(id) ? await monitors.find(id) : null;
  const isTakenOver = monitor !== null && dataset.monitors[id]?.born === monitor.born;
  if (!monitor || (!isTakenOver && judge(caller, monitor, 'editor') !== 'yes'))
    throw new HttpError('no such monitor', { id });
  noteLogFields({ monitor: id });
  const permits = { dataset: mayUse(input, 'editor'), monitor: mayRun(input) };
  const admitted = await monitorGrants.admit(dataset.id, id, permits);
  if (admitted === null) throw new HttpError('dataset not found', { id: dataset.id });
  if (admitted === 'no monitor') throw new HttpError('no such monitor', { id });
  if (admitted === 'too many') throw new HttpError('bad parameter', { reason: FULL });
}

/** Nobody learns here of a monitor that they may not run. */
const mayRun = ({ caller, monitor: id }: Pick<Target, 'caller'> & { monitor: string }): Permit =>
  rightOf(
    caller,
    (record) => (judge(caller, record, 'editor') === 'yes' ? 'yes' : 'hidden'),
    'no such monitor',
    id,
  );
