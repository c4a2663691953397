import { type ImageDrop, refuseImage } from '../../../../packages/formats/csv/rows.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { Objects } from '../../common/ports.ts';
import { ownObject } from '../../common/storage/own-objects.ts';
import type { PageStore } from '../page-store.ts';
import { toSplitImage } from '../split/groups.ts';
import { PackedImages } from '../split/packed-images.ts';
import { CsvSpool } from './csv-spool.ts';

/**
 * The fields of a record that the split and the rows need. `tagsContained` may be missing; it is then derived from `tags`
 * and `masks`.
 */
export const CSV_FIELDS = [
  'uri',
  'lost',
  'set',
  'tag',
  'tags',
  'tagsContained',
  'masks',
  'date',
  'session',
  'content',
  'look',
] as const satisfies readonly (keyof ImageRecord)[];

/** The images of a dataset that can be exported, in the same order for the split and for the rows. */
export interface Collected {
  /** Those that turned out to be too large are left out. */
  images: PackedImages;
  /** Also contains images that turned out to be too large. */
  spool: CsvSpool;
  /** Images that are left out, by reason. */
  drops: Map<ImageDrop, number>;
}

/** An image whose size was not checked on upload: its number and the name of its object. */
type Unchecked = Map<number, string>;

/** Images whose sizes are asked for together: neighbouring names share a call. */
const CHECKED_TOGETHER = 50_000;

/** Reads all records once. Storage is asked for the sizes of those objects only that were not checked on upload. */
export async function collectImages(
  pages: AsyncIterable<readonly ImageRecord[]>,
  { dataset: { id: dataset, type }, store }: { dataset: Pick<Dataset, 'id' | 'type'>; store: PageStore },
  objects: Objects,
): Promise<Collected> {
  const collected: Collected = {
    images: new PackedImages(),
    spool: new CsvSpool(type, store),
    drops: new Map(),
  };
  const unchecked: Unchecked = new Map();
  for await (const page of pages) {
    const kept = page.filter((image) =>
      keep(collected.drops, refuseImage(image) ?? refuseFile(image, dataset, objects)),
    );
    for (const image of kept) {
      const name = image.content === '' ? objects.nameOf(image.uri) : null;
      if (name !== null) unchecked.set(collected.images.length, name);
      collected.images.add(toSplitImage(image));
    }
    await collected.spool.add(kept);
    if (unchecked.size >= CHECKED_TOGETHER) await dropLarge(collected, unchecked, objects);
  }
  if (unchecked.size > 0) await dropLarge(collected, unchecked, objects);
  return collected;
}

function refuseFile({ uri, lost }: ImageRecord, dataset: string, objects: Objects): ImageDrop | null {
  if (ownObject(uri, dataset, objects) === null) return 'cannot be read';
  return lost ? 'file not found' : null;
}

function keep(drops: Map<ImageDrop, number>, drop: ImageDrop | null): boolean {
  if (drop) drops.set(drop, (drops.get(drop) ?? 0) + 1);
  return drop === null;
}

async function dropLarge(
  { images, drops }: Collected,
  unchecked: Unchecked,
  objects: Objects,
): Promise<void> {
  const stats = await objects.stats(unchecked.values());
  for (const [index, name] of unchecked) {
    const drop = refuseImage({ uri: objects.uri(name), set: images.set(index) }, stats.get(name)?.size);
    if (!keep(drops, drop)) images.leaveOut(index);
  }
  unchecked.clear();
}
