import { setTimeout as sleep } from 'node:timers/promises';
import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { imageLists } from '../common/adapters/firestore/images/image-lists.ts';
import {
  addCounts,
  addImage,
  COUNTABLE,
  type Counts,
  isNoChange,
  noCounts,
} from '../common/counters/counter-change.ts';
import type { ImageLists } from '../common/ports.ts';
import { listings } from './adapters/listings.ts';
import { type Leftovers, RECHECK_AFTER } from './leftover.ts';

/** Attempts if a dataset changes while it is counted. After that it is left to the next sweep. */
const MOST_CHECKS = 3;

/** Datasets whose counters differ from their image records. */
export async function* findCounters(): Leftovers {
  for await (const { id } of listings.datasets()) {
    const detail = await differenceOf(id);
    if (detail === null) continue;
    yield { kind: 'counters', what: `dataset/${id}`, detail, repair: () => counters.recount(id) };
  }
}

/** Null if everything is right, the dataset is gone, or it keeps changing. */
async function differenceOf(id: string): Promise<string | null> {
  for (let check = 0; check < MOST_CHECKS; check += 1) {
    if (check > 0) await sleep(RECHECK_AFTER);
    const before = await listings.counted(id);
    const records = await countRecords(id, imageLists);
    const shown = await listings.shown(id);
    if (!shown) return null;
    if (!isSame(before, await listings.counted(id))) continue;
    if ((before === null || isSame(before, records)) && isShown(records, shown)) return null;
    // Counted changes may be published a moment later, so a first difference is checked again.
    if (check > 0) return describe(records, shown);
  }
  return null;
}

async function countRecords(id: string, imageLists: ImageLists): Promise<Counts> {
  const counts = noCounts();
  const pages = imageLists.ofDataset(id, COUNTABLE);
  for await (const page of pages) for (const image of page) addImage(counts, image);
  return counts;
}

const isSame = (a: Counts | null, b: Counts | null): boolean =>
  isNoChange(addCounts(addCounts(noCounts(), a ?? noCounts()), b ?? noCounts(), -1));

/**
 * A tag that only images know has nowhere to be published. Groups are on the timeline or in the parts, and were compared
 * there.
 */
function isShown(records: Counts, shown: Counts): boolean {
  const known = Object.keys(shown.tag).filter((id) => records.tag[id]);
  return isSame({ ...records, tag: pick(records.tag, known), group: {} }, shown);
}

function pick<T>(from: Record<string, T>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, from[key] as T]));
}

const describe = (records: Counts, shown: Counts): string =>
  shown.images === records.images
    ? `${records.images} images, but tags, sets, groups or parts differ`
    : `${shown.images} instead of ${records.images} images`;
