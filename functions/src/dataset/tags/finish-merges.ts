/**
 * Goes on with merges of tags whose job has failed or was never started, and with images that were being stored when the merge began;
 * called every minute (Contract 9: DELETE tag).
 */

import { NOBODY } from '../../common/access/caller.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { tagRecords } from '../../common/adapters/firestore/records/tag-records.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { logging } from '../../common/log.ts';
import type { Merge } from '../../common/records/tag-ports.ts';
import { startMerge } from './merge-job.ts';

interface Limit {
  /** Unix milliseconds. */
  now: number;
  end: number;
}

/** Merges that are looked at at once. */
const PARALLEL = 8;
/** Milliseconds until a merge whose job was started is looked at again. */
const REST = 60_000;

/** What is not looked at before `end` is left for the next call. */
export async function finishMerges({ now, end }: Limit): Promise<void> {
  await inParallel(await tagRecords.dueMerges(now), PARALLEL, async (merge) => {
    if (Date.now() <= end) await goOn(merge).catch(logging('ERROR', 'tag not merged', { ...merge }));
  });
}

async function goOn(merge: Merge): Promise<void> {
  if (!(await tagRecords.isUsed(merge))) return tagRecords.closeMerge(merge, Date.now());
  await tagRecords.postpone(merge, Date.now() + REST);
  const dataset = await datasets.find(merge.dataset);
  if (dataset) await startMerge(dataset, merge.tag, NOBODY);
}
