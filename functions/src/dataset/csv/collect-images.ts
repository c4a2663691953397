import type { DatasetType, ImageRecord } from '../../common/model.ts';
import { ownObject } from '../../common/own-objects.ts';
import type { Objects } from '../../common/ports.ts';
import { compacting } from '../split/compact.ts';
import { type SplitImage, toSplitImage } from '../split/groups.ts';
import { type ImageDrop, refuseImage } from './csv-rows.ts';
import { CsvSpool } from './csv-spool.ts';

/**
 * The fields of a record that the split and the rows need. `tagsContained` may be missing; it is then derived from `tags`
 * and `masks`.
 */
export const CSV_FIELDS = [
  'uri',
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

/** The images of a dataset that can be exported: compact for the split, compressed for the rows. */
export interface Collected {
  images: SplitImage[];
  /** Also contains images that turned out to be too large; `images` does not. */
  spool: CsvSpool;
  /** One entry for each image that is left out. */
  drops: ImageDrop[];
}

/** Reads all records once. Storage is asked for the sizes of those objects only that were not checked on upload. */
export async function collectImages(
  pages: AsyncIterable<readonly ImageRecord[]>,
  { id: dataset, type }: { id: string; type: DatasetType },
  objects: Objects,
): Promise<Collected> {
  const collected: Collected = { images: [], spool: new CsvSpool(type), drops: [] };
  const unchecked = new Map<string, string>();
  const compact = compacting();
  for await (const page of pages) {
    const kept = page.filter((image) =>
      keep(collected.drops, refuseImage(image) ?? refuseForeign(image.uri, dataset, objects)),
    );
    for (const image of kept) {
      const slim = toSplitImage(image);
      collected.images.push(compact(slim));
      const name = image.content === '' ? objects.nameOf(image.uri) : null;
      if (name !== null) unchecked.set(image.id, name);
    }
    await collected.spool.add(kept);
  }
  if (unchecked.size > 0) await dropLarge(collected, unchecked, objects);
  return collected;
}

const refuseForeign = (uri: string, dataset: string, objects: Objects): ImageDrop | null =>
  ownObject(uri, dataset, objects) === null ? 'cannot be read' : null;

function keep(drops: ImageDrop[], drop: ImageDrop | null): boolean {
  if (drop) drops.push(drop);
  return drop === null;
}

async function dropLarge(
  collected: Collected,
  names: ReadonlyMap<string, string>,
  objects: Objects,
): Promise<void> {
  const sizes = await objects.sizes(names.values());
  collected.images = collected.images.filter(({ id, set }) => {
    const name = names.get(id);
    if (name === undefined) return true;
    return keep(collected.drops, refuseImage({ uri: objects.uri(name), set }, sizes.get(name)));
  });
}
