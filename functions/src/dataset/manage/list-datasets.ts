import type { Caller } from '../../common/access/caller.ts';
import { seesAll, uidOf } from '../../common/access/permit-maker.ts';
import { rolesOf } from '../../common/people.ts';
import type { DatasetRecords, ListedRecord } from '../../common/record-ports.ts';

/**
 * The datasets that the caller may see (Contract 9), by name. Deleted ones are listed only for those who may restore them;
 * `deleted` is when they are purged, in Unix milliseconds.
 */
export async function listDatasets(
  { caller }: { caller: Caller },
  { datasetRecords }: { datasetRecords: DatasetRecords },
) {
  const uid = uidOf(caller);
  const found = await datasetRecords.list(seesAll(caller) ? null : uid);
  return found.map((each) => listed(each, uid)).sort((a, b) => a.name.localeCompare(b.name));
}

function listed(dataset: ListedRecord, uid: string) {
  const { id, name, type, imageCounter, tags, until } = dataset;
  return {
    id,
    name,
    type,
    imageCounter,
    // A caller who is not a member but sees the dataset is an administrator.
    role: rolesOf(dataset)[uid] ?? ('owner' as const),
    tags: tags.map((tag) => ({ id: tag.id, name: tag.name })),
    ...(until !== null && { deleted: until }),
  };
}
