import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { HttpError } from '../../common/errors.ts';
import type { Target } from '../require-dataset.ts';
import { mayOwn, requireOwned } from './require-owned.ts';

/**
 * Restores a deleted dataset with everything in it (Contract 9: POST restore). Does nothing if it is not deleted.
 * @throws HttpError `dataset not found` (also after its 7 days), `forbidden`
 */
export async function restoreDataset(input: Target & { now: number }): Promise<void> {
  const { id } = await requireOwned(input);
  if (!(await datasetRecords.restore(id, input.now, mayOwn(input))))
    throw new HttpError('dataset not found', { id });
}
