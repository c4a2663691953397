import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets } from '../../common/ports.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { MonitorRecords } from '../../common/records/record-ports.ts';
import { refuseTarget, requireTargetOf } from './require-managed.ts';
import type { MonitorFields } from './schema.ts';

interface Ports {
  datasets: Datasets;
  monitorRecords: MonitorRecords;
}

interface Input {
  monitor: MonitorFields;
  caller: Caller;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/**
 * Creates a monitor, which the caller owns (Contract 9: POST monitor).
 * @returns its id; a retry of the same request gets the same id
 * @throws HttpError `monitor exists`, `upload dataset`, `forbidden` if the caller is not an editor of the dataset
 */
export async function makeMonitor({ monitor, caller, requestKey }: Input, ports: Ports): Promise<string> {
  const owner = uidOf(caller);
  const request = nameRequest('monitor', owner, requestKey);
  const id = monitor.id ?? (request === null ? randomId() : idOf(request));
  noteLogFields({ monitor: id });
  const { name, review } = monitor;
  const dataset = await requireTargetOf(caller, { dataset: monitor.dataset, monitor: id }, ports);
  const made = await ports.monitorRecords.create({ id, name, owner, dataset, review, request });
  if (made === 'taken') throw new HttpError('monitor exists', { id });
  if (made === 'full' || made === 'no dataset') throw refuseTarget(made, dataset?.id ?? '');
  return id;
}
