import { addCounts, addImage, type Counts, isNoChange, noCounts } from '../common/counter-change.ts';
import type { Dataset } from '../common/model.ts';
import type { Counters, Datasets, ImageLists } from '../common/ports.ts';
import { type Leftovers, SECOND_LOOK } from './leftover.ts';
import type { Listings } from './listings.ts';

interface Ports {
  listings: Listings;
  datasets: Datasets;
  imageLists: ImageLists;
  counters: Counters;
}

/** How often a dataset is looked at that changes while it is counted. Then it is left to the next sweep. */
const LOOKS = 3;

/** Datasets whose counters are not what their image records say. */
export async function* findCounters(ports: Ports): Leftovers {
  for await (const { id } of ports.listings.datasets()) {
    const detail = await differenceOf(id, ports);
    if (detail === null) continue;
    yield { kind: 'counters', what: `dataset/${id}`, detail, mend: () => ports.counters.recount(id) };
  }
}

/** Null where all is right, the dataset is gone, or it does not come to rest. */
async function differenceOf(id: string, ports: Ports): Promise<string | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK));
    const before = await ports.listings.counted(id);
    const records = await countRecords(id, ports.imageLists);
    const dataset = await ports.datasets.find(id);
    if (!dataset) return null;
    const shown = await shownBy(dataset, ports.datasets);
    if (!isSame(before, await ports.listings.counted(id))) continue;
    if ((before === null || isSame(before, records)) && isShown(records, shown)) return null;
    // What was counted may be shown a moment later: a first difference is looked at again.
    if (look > 0) return describe(records, shown);
  }
  return null;
}

async function countRecords(id: string, imageLists: ImageLists): Promise<Counts> {
  const counts = noCounts();
  const pages = imageLists.ofDataset(id, ['tag', 'tags', 'tagsContained', 'masks']);
  for await (const page of pages) for (const image of page) addImage(counts, image);
  return counts;
}

async function shownBy(dataset: Dataset, datasets: Datasets): Promise<Counts> {
  const shown = { ...noCounts(), images: dataset.imageCounter };
  for (const { id, imageCounter, annotationCounter } of await datasets.tags(dataset)) {
    shown.tag[id] = { images: imageCounter, annotations: annotationCounter };
  }
  return shown;
}

const isSame = (a: Counts | null, b: Counts | null): boolean =>
  isNoChange(addCounts(addCounts(noCounts(), a ?? noCounts()), b ?? noCounts(), -1));

/** A tag that only images know has no place to be shown. */
function isShown(records: Counts, shown: Counts): boolean {
  const known = Object.keys(shown.tag).filter((id) => records.tag[id]);
  return isSame({ images: records.images, tag: pick(records.tag, known) }, shown);
}

function pick<T>(from: Record<string, T>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, from[key] as T]));
}

const describe = (records: Counts, shown: Counts): string =>
  shown.images === records.images
    ? `${records.images} images, but tags or parts differ`
    : `${shown.images} instead of ${records.images} images`;
