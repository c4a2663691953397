/**
 * Completes merges of tags that were interrupted, and moves images that were being stored when the merge began; called every
 * minute (Contract 9).
 */
import { logging } from '../../common/log.ts';
import type { Counters } from '../../common/ports.ts';
import type { Merge, TagRecords } from '../../common/tag-ports.ts';

interface Ports {
  counters: Counters;
  tagRecords: TagRecords;
}

/** @param now, end Unix milliseconds: what is not done at `end` is left for the next call */
export async function finishMerges({ now, end }: { now: number; end: number }, ports: Ports): Promise<void> {
  for (const merge of await ports.tagRecords.openMerges()) {
    await finish(merge, { now, end }, ports).catch(logging('ERROR', 'tag not merged', { ...merge }));
  }
}

async function finish(merge: Merge, { now, end }: { now: number; end: number }, ports: Ports): Promise<void> {
  let hasMoved = false;
  let outcome = await ports.tagRecords.moveImages(merge);
  for (; outcome === 'moved'; outcome = await ports.tagRecords.moveImages(merge)) {
    hasMoved = true;
    if (Date.now() > end) return;
  }
  if (hasMoved || outcome === 'in use') await ports.counters.publish(merge.dataset);
  if (outcome === 'done') await ports.tagRecords.closeMerge(merge, now);
}
