import * as z from 'zod/mini';
import type { Caller, ProgramCaller } from '../../common/access/caller.ts';
import { judgeDataset, type Role } from '../../common/access/permit.ts';
import { seesAll, uidOf } from '../../common/access/permit-maker.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { listAfter, listLimit } from '../../common/http/input/list-query.ts';
import { flag } from '../../common/http/input/query-fields.ts';
import { rolesOf } from '../../common/members/people.ts';
import type { ListedRecord, ListPage } from '../../common/records/record-ports.ts';

export const datasetsQuery = z.object({
  limit: listLimit,
  after: listAfter,
  tags: flag('tags', 'False: without the tags, which are most of the answer.', true),
});

interface Input {
  caller: Caller;
  page: ListPage & { tags: boolean };
}

/**
 * The datasets that the caller may see (Contract 9: GET dataset), each page by name. Deleted ones are listed only for those who may restore
 * them; `deleted` is when they are purged, in Unix milliseconds.
 */
export async function listDatasets({ caller, page }: Input) {
  const uid = uidOf(caller);
  const { records, next } =
    caller.kind === 'program'
      ? { records: await listOwn(caller), next: null }
      : await datasetRecords.list({ uid, all: seesAll(caller) }, page);
  // A caller who is not a member but sees the dataset is an administrator.
  const roleIn = (each: ListedRecord): Role =>
    caller.kind === 'program' ? caller.role : (rolesOf(each)[uid] ?? 'owner');
  const datasets = records.map((each) => listed(each, roleIn(each), page.tags));
  return { datasets: datasets.sort((a, b) => a.name.localeCompare(b.name)), next };
}

async function listOwn(caller: ProgramCaller): Promise<ListedRecord[]> {
  const dataset = await datasets.find(caller.dataset);
  return dataset && judgeDataset(caller, dataset, 'viewer') === 'yes' ? [{ ...dataset, until: null }] : [];
}

function listed(dataset: ListedRecord, role: Role, withTags: boolean) {
  const { id, name, type, imageCounter, suggest = 'off', detector = 'off', tags, until } = dataset;
  const { retention } = dataset;
  return {
    id,
    name,
    type,
    imageCounter,
    suggest,
    detector,
    retention,
    role,
    ...(withTags && { tags: tags.map((tag) => ({ id: tag.id, name: tag.name })) }),
    ...(until !== null && { deleted: until }),
  };
}
