import { HttpError } from '../../common/errors.ts';
import type { Datasets, Monitors } from '../../common/ports.ts';
import type { MonitorRecords } from '../../common/records/record-ports.ts';
import { mayManage, refuseTarget, requireManaged, requireTargetOf, type Target } from './require-managed.ts';
import type { MonitorFieldsChange } from './schema.ts';

interface Ports {
  datasets: Datasets;
  monitors: Monitors;
  monitorRecords: MonitorRecords;
}

/**
 * Changes the name, the default dataset (null for none), which then admits the monitor, the percentage of frames that are put
 * into REVIEW (Contract 9: PATCH monitor), or the expected rate (Contract 16).
 * @throws HttpError `monitor not found`, `upload dataset`, `forbidden`
 */
export async function changeMonitor(
  input: Target & { change: MonitorFieldsChange },
  ports: Ports,
): Promise<void> {
  const { caller, change } = input;
  const { id } = await requireManaged(input, 'editor', ports);
  const dataset = await requireTargetOf(caller, { dataset: change.dataset, monitor: id }, ports);
  const permit = mayManage(caller, 'editor');
  const changed = await ports.monitorRecords.change(id, { ...change, dataset }, permit);
  if (changed === null) throw new HttpError('monitor not found');
  if (changed !== true) throw refuseTarget(changed, dataset?.id ?? '');
}
