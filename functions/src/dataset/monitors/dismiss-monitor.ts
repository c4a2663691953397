import { judge } from '../../common/access/permit.ts';
import { permitPerson } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { GrantPorts } from './admit-monitor.ts';

/**
 * Ends what lets cameras of a monitor write into the dataset (Contract 8): for the dataset's editors, and for those of a
 * monitor that it admits. Idempotent.
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function dismissMonitor(input: Target & { monitor: string }, ports: GrantPorts): Promise<void> {
  const { dataset: id, monitor } = input;
  if (!(await isOfOwnMonitor(input, ports))) await requireDataset(input, 'editor', ports.datasets);
  permitPerson(input.caller);
  noteLogFields({ dataset: id, monitor });
  if (isId(monitor) && (await ports.monitorGrants.end(id, monitor)) === null)
    throw new HttpError('dataset not found', { id });
}

async function isOfOwnMonitor(input: Target & { monitor: string }, ports: GrantPorts): Promise<boolean> {
  const { dataset: id, monitor, caller } = input;
  if (!isId(id) || !isId(monitor)) return false;
  const [dataset, found] = await Promise.all([ports.datasets.find(id), ports.monitors.find(monitor)]);
  return (
    dataset?.monitors[monitor] !== undefined && found !== null && judge(caller, found, 'editor') === 'yes'
  );
}
