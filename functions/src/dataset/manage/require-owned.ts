import { judge } from '../../common/access/permit.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Permit } from '../../common/model.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';

/**
 * A dataset that the caller owns, including a deleted one, which nobody else can find.
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function requireOwned(target: Target): Promise<{ id: string }> {
  const { dataset: id } = target;
  const deleted = isId(id) ? await datasetRecords.findDeleted(id) : null;
  if (!deleted) return requireDataset(target, 'owner');
  mayOwn(target).judge(deleted, true);
  noteLogFields({ dataset: id });
  return deleted;
}

/** Only its owner may know of a deleted dataset. */
export function mayOwn(target: Target): Permit {
  const { dataset: id, caller } = target;
  const permit = mayUse(target, 'owner');
  return {
    ...permit,
    judge(record, isDeleted) {
      if (isDeleted && judge(caller, record, 'owner') !== 'yes')
        throw new HttpError('dataset not found', { id });
      return permit.judge(record);
    },
  };
}
