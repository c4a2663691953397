import { judge, judgeDataset, rightOf } from '../../common/access/permit.ts';
import { permitPerson } from '../../common/access/permit-maker.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { monitorGrants } from '../../common/adapters/firestore/records/monitor-grants.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Permit } from '../../common/model.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';

/**
 * Ends what lets cameras of a monitor write into the dataset (Contract 8): for the dataset's editors, and for those of a
 * monitor that it admits. Idempotent.
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function dismissMonitor(input: Target & { monitor: string }): Promise<void> {
  const { dataset: id, monitor, caller } = input;
  const isOfOwn = await isOfOwnMonitor(input);
  if (!isOfOwn) await requireDataset(input, 'editor');
  permitPerson(caller);
  noteLogFields({ dataset: id, monitor });
  if (!isId(monitor)) return;
  if (isOfOwn) return monitorGrants.leave(id, monitor, ofOwn(input));
  if ((await monitorGrants.end(id, monitor, mayUse(input, 'editor'))) === null)
    throw new HttpError('dataset not found', { id });
}

/** Who is not an editor of the dataset knows of it only by the monitor. */
const ofOwn = ({ dataset: id, caller }: Target): Permit =>
  rightOf(
    caller,
    (record) => (judge(caller, record, 'editor') === 'yes' ? 'yes' : 'hidden'),
    'dataset not found',
    id,
  );

/** Whether the right comes from the monitor, and not from the dataset. */
async function isOfOwnMonitor(input: Target & { monitor: string }): Promise<boolean> {
  const { dataset: id, monitor, caller } = input;
  if (!isId(id) || !isId(monitor)) return false;
  const [dataset, found] = await Promise.all([datasets.find(id), monitors.find(monitor)]);
  if (!dataset || judgeDataset(caller, dataset, 'editor') === 'yes') return false;
  return (
    dataset.monitors[monitor] !== undefined && found !== null && judge(caller, found, 'editor') === 'yes'
  );
}
