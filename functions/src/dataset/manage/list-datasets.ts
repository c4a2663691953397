import type { Caller } from '../../common/access/caller.ts';
import { seesAll, uidOf } from '../../common/access/permit-maker.ts';
import { rolesOf } from '../../common/members/people.ts';
import type { DatasetRecords, ListedRecord, ListPage } from '../../common/records/record-ports.ts';

interface Input {
  caller: Caller;
  page: ListPage & { tags: boolean };
}

/**
 * The datasets that the caller may see (Contract 9: GET dataset), each page by name. Deleted ones are listed only for those who may restore
 * them; `deleted` is when they are purged, in Unix milliseconds.
 */
export async function listDatasets(
  { caller, page }: Input,
  { datasetRecords }: { datasetRecords: DatasetRecords },
) {
  const uid = uidOf(caller);
  const { records, next } = await datasetRecords.list({ uid, all: seesAll(caller) }, page);
  const datasets = records.map((each) => listed(each, uid, page.tags));
  return { datasets: datasets.sort((a, b) => a.name.localeCompare(b.name)), next };
}

function listed(dataset: ListedRecord, uid: string, withTags: boolean) {
  const { id, name, type, imageCounter, suggest = 'off', tags, until } = dataset;
  return {
    id,
    name,
    type,
    imageCounter,
    suggest,
    // A caller who is not a member but sees the dataset is an administrator.
    role: rolesOf(dataset)[uid] ?? ('owner' as const),
    ...(withTags && { tags: tags.map((tag) => ({ id: tag.id, name: tag.name })) }),
    ...(until !== null && { deleted: until }),
  };
}
