import { HttpError } from '../../common/errors.ts';
import type { Datasets, Monitors } from '../../common/ports.ts';
import type { MonitorChange, MonitorRecords } from '../../common/record-ports.ts';
import { requireManaged, requireTargetOf, type Target } from './require-managed.ts';

interface Ports {
  datasets: Datasets;
  monitors: Monitors;
  monitorRecords: MonitorRecords;
}

/** Fields that are undefined do not change. */
type Change = { readonly [field in keyof MonitorChange]: MonitorChange[field] | undefined };

/**
 * Changes the name, the default dataset (null for none) or the percentage of frames that are put into REVIEW (Contract 9).
 * @throws HttpError `monitor not found`, `upload dataset`, `forbidden`
 */
export async function changeMonitor(input: Target & { change: Change }, ports: Ports): Promise<void> {
  const { id } = await requireManaged(input, 'editor', ports);
  const { name, dataset, review } = input.change;
  await requireTargetOf(input.caller, dataset, ports);
  const fields = {
    ...(name !== undefined && { name }),
    ...(dataset !== undefined && { dataset }),
    ...(review !== undefined && { review }),
  };
  if ((await ports.monitorRecords.change(id, fields)) === null) throw new HttpError('monitor not found');
}
