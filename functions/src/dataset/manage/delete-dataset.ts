import * as z from 'zod/mini';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members } from '../../common/http/input/fields.ts';
import type { Target } from '../require-dataset.ts';
import { mayOwn, requireOwned } from './require-owned.ts';

export const deleteDatasetBody = members({
  confirm: z.string("confirm must be the dataset's name").check(about("The dataset's name.")),
});

/** Milliseconds in which a deleted dataset can be restored: 7 days (Contract 9: DELETE dataset). */
const RESTORABLE = 7 * 86_400_000;

/**
 * Deletes a dataset (Contract 9: DELETE dataset): at once for everybody but its owner, permanently after 7 days. Idempotent.
 * @param input.confirm the dataset's name
 * @returns Unix milliseconds until which it can be restored
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`
 */
export async function deleteDataset(input: Target & { confirm: string; now: number }): Promise<number> {
  const { id } = await requireOwned(input);
  const { confirm, now } = input;
  const deletion = { confirm, at: now, until: now + RESTORABLE };
  const deleted = await datasetRecords.delete(id, deletion, mayOwn(input));
  if (deleted === null) throw new HttpError('dataset not found', { id });
  if (!deleted) throw new HttpError('bad parameter', { reason: "confirm must be the dataset's name" });
  return deleted.until;
}
