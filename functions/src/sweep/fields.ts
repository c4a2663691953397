/**
 * `--fields`: writes the fields that lists and filters use (Contract 9: GET images) to image records of an earlier version or of a
 * dashboard.
 */

import { type Completed, completeRecords, countTrue } from './complete.ts';

export interface ListFields {
  /** Pages of ids of the image records that lack some of these fields, or have wrong ones. */
  missing(): AsyncIterable<readonly string[]>;
  /** Writes them if the record has not changed since it was read; false if it is gone. */
  save(id: string): Promise<boolean>;
}

/** @param isDry only count */
export const makeFields = (
  fields: ListFields,
  isDry: boolean,
  say: (line: string) => void,
): Promise<Completed> =>
  completeRecords(fields.missing(), (ids) => countTrue(ids.map((id) => fields.save(id))), { isDry, say });
