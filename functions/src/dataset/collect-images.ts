import { hash } from 'node:crypto';
import type { DatasetType, ImageRecord } from '../common/model.ts';
import type { Objects } from '../common/ports.ts';
import { type ImageDrop, refuseImage } from './csv-rows.ts';
import { CsvSpool } from './csv-spool.ts';
import { type GroupMode, type SplitImage, toSplitImage } from './groups.ts';

/** Of a record, what the split and the rows look at; `tags` and `masks` also tell what `tagsContained` would, where that is not there. */
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
] as const satisfies readonly (keyof ImageRecord)[];

/** The exportable images of a dataset: compact for the split, packed for the rows. */
export interface Collected {
  images: SplitImage[];
  /** Also holds images that turned out too large; those have no place in `images`. */
  spool: CsvSpool;
  /** One for each image that is left out. */
  drops: ImageDrop[];
}

/** Goes through the records once. Only objects that no upload of ours has checked are asked for their size. */
export async function collectImages(
  pages: AsyncIterable<readonly ImageRecord[]>,
  { type, group }: { type: DatasetType; group: GroupMode },
  objects: Objects,
): Promise<Collected> {
  const collected: Collected = { images: [], spool: new CsvSpool(type), drops: [] };
  const unchecked = new Map<string, string>();
  const share = sharing();
  for await (const page of pages) {
    const kept = page.filter((image) => keep(collected.drops, refuseImage(image)));
    for (const image of kept) {
      const slim = toSplitImage(image, group);
      collected.images.push(share(slim));
      const name = image.content === '' ? objects.nameOf(image.uri) : null;
      if (name !== null) unchecked.set(image.id, name);
    }
    await collected.spool.add(kept);
  }
  if (unchecked.size > 0) await dropLarge(collected, unchecked, objects);
  return collected;
}

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

/**
 * What the split looks at in a fourth of the memory: each record brings its own copies of the same few texts and lists, and
 * of what stands for its bytes 96 bits do.
 */
function sharing(): (image: SplitImage) => SplitImage {
  const groups = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  return ({ id, set, group, tags, content = '' }) => ({
    id,
    set,
    group: known(groups, group, () => group),
    tags: known(lists, tags.join('/'), () => tags),
    content: hash('sha256', content, 'buffer').toString('latin1', 0, 12),
  });
}

function known<T>(all: Map<string, T>, key: string, make: () => T): T {
  const found = all.get(key) ?? make();
  all.set(key, found);
  return found;
}
