/**
 * Completes merges of tags that were interrupted, and moves images that were being stored when the merge began; called every
 * minute (Contract 9: DELETE tag).
 */
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { logging } from '../../common/log.ts';
import type { Counters } from '../../common/ports.ts';
import type { Merge, TagRecords } from '../../common/records/tag-ports.ts';

interface Ports {
  counters: Counters;
  tagRecords: TagRecords;
}

interface Limit {
  /** Unix milliseconds. */
  now: number;
  end: number;
}

/** Datasets whose merges go on at once. */
const PARALLEL = 4;
/** Pages of images that are moved before it is the turn of others. */
const TURN = 10;
/** Milliseconds until a merge that failed is tried again. */
const REST = 60_000;

/**
 * What is not done at `end` is left for the next call. Each merge has its turn, those first that have waited longest, so that no
 * dataset waits for all the merges of another.
 */
export async function finishMerges({ now, end }: Limit, ports: Ports): Promise<void> {
  for (let time = now; time <= end; time = Date.now()) {
    const due = await ports.tagRecords.dueMerges(time);
    if (due.length === 0) return;
    const byDataset = Map.groupBy(due, ({ dataset }) => dataset);
    await inParallel(byDataset.values(), PARALLEL, async (merges) => {
      for (const merge of merges) if (Date.now() <= end) await takeTurn(merge, ports);
    });
  }
}

async function takeTurn(merge: Merge, ports: Ports): Promise<void> {
  try {
    await moveSome(merge, ports);
  } catch (error) {
    logging('ERROR', 'tag not merged', { ...merge })(error);
    await ports.tagRecords.postpone(merge, Date.now() + REST);
  }
}

async function moveSome(merge: Merge, { counters, tagRecords }: Ports): Promise<void> {
  let pages = 0;
  let outcome = await tagRecords.moveImages(merge);
  for (; outcome === 'moved' && pages < TURN; pages += 1) outcome = await tagRecords.moveImages(merge);
  if (pages > 0 || outcome === 'in use') await counters.publish(merge.dataset);
  if (outcome === 'moved') await tagRecords.postpone(merge, Date.now());
  if (outcome === 'done') await tagRecords.closeMerge(merge, Date.now());
}
