import { HttpError } from '../../common/errors.ts';
import type { Datasets, Monitors } from '../../common/ports.ts';
import type { MonitorChange, MonitorRecords } from '../../common/record-ports.ts';
import { requireManaged, requireTargetOf, type Target } from './require-managed.ts';

interface Ports {
  datasets: Datasets;
  monitors: Monitors;
  monitorRecords: MonitorRecords;
}

/**
 * Changes the name, the default dataset (null for none) or the percentage of frames that are put into REVIEW (Contract 9).
 * @throws HttpError `monitor not found`, `upload dataset`, `forbidden`
 */
export async function changeMonitor(input: Target & { change: MonitorChange }, ports: Ports): Promise<void> {
  const { id } = await requireManaged(input, 'editor', ports);
  await requireTargetOf(input.caller, input.change.dataset, ports);
  if ((await ports.monitorRecords.change(id, input.change)) === null)
    throw new HttpError('monitor not found');
}
