import { judge } from '../../common/access/permit.ts';
import { permitPerson, uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets, Monitors } from '../../common/ports.ts';
import { FULL } from '../../common/records/monitor-grants.ts';
import type { MonitorGrants } from '../../common/records/record-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

export interface GrantPorts {
  datasets: Datasets;
  monitors: Monitors;
  monitorGrants: MonitorGrants;
}

/**
 * Lets cameras of a monitor write into the dataset (Contract 8). The caller answers for it from now on, also if another editor
 * did so before. Idempotent.
 * @throws HttpError `dataset not found`, `forbidden`, `no such monitor` if the caller may not run the monitor and the dataset
 *   does not admit it yet, `bad parameter` if the dataset admits too many
 */
export async function admitMonitor(input: Target & { monitor: string }, ports: GrantPorts): Promise<void> {
  const { monitor: id, caller } = input;
  const dataset = await requireDataset(input, 'editor', ports.datasets);
  permitPerson(caller);
  const monitor = isId(id) ? await ports.monitors.find(id) : null;
  const isTakenOver = monitor !== null && dataset.monitors[id]?.born === monitor.born;
  if (!monitor || (!isTakenOver && judge(caller, monitor, 'editor') !== 'yes'))
    throw new HttpError('no such monitor', { id });
  noteLogFields({ monitor: id });
  const admitted = await ports.monitorGrants.admit(dataset.id, monitor, uidOf(caller));
  if (admitted === null) throw new HttpError('dataset not found', { id: dataset.id });
  if (admitted === 'too many') throw new HttpError('bad parameter', { reason: FULL });
}
