/**
 * `--fields`: writes the fields that lists and filters use (Contract 9: GET images) to image records of an earlier version or of a
 * dashboard.
 */
import { listFields } from './adapters/missing-fields.ts';
import { type Completed, completeRecords, countTrue } from './complete.ts';

/** @param isDry only count */
export const makeFields = (isDry: boolean, say: (line: string) => void): Promise<Completed> =>
  completeRecords(listFields.missing(), (ids) => countTrue(ids.map((id) => listFields.save(id))), {
    isDry,
    say,
  });
