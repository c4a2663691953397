import { HttpError } from '../../common/errors.ts';
import type { Datasets } from '../../common/ports.ts';
import type { DatasetRecords } from '../../common/record-ports.ts';
import type { Target } from '../require-dataset.ts';
import { requireOwned } from './require-owned.ts';

interface Ports {
  datasets: Datasets;
  datasetRecords: DatasetRecords;
}

/**
 * Restores a deleted dataset with everything in it (Contract 9). Does nothing if it is not deleted.
 * @throws HttpError `dataset not found` (also after its 7 days), `forbidden`
 */
export async function restoreDataset(input: Target & { now: number }, ports: Ports): Promise<void> {
  const { id } = await requireOwned(input, ports);
  if (!(await ports.datasetRecords.restore(id, input.now))) throw new HttpError('dataset not found', { id });
}
