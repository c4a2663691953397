import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../common/adapters/objects.ts';
import { HttpError } from '../../common/errors.ts';
import { MAX_PIXELS } from '../../common/images/decoding.ts';
import type { Dataset, ImageRecord, Tag } from '../../common/model.ts';
import type { Datasets } from '../../common/ports.ts';
import { renameTags } from '../../common/records/rename-tags.ts';
import { layOutZip, type ZipEntry } from './zip-layout.ts';
import { DOWNLOAD_LIMITS, requireFit, zipSize } from './zip-limits.ts';
import { selectImages } from './zip-selection.ts';

/** An archive, planned before its first byte is written. */
export interface ZipPlan {
  entries: PlannedEntry[];
  annotations: string | null;
  /** Lines for `errors.txt` so far. */
  notes: string[];
  /** Bytes of the entire archive; images that are converted count with their stored size. */
  bytes: number;
  images: ReadonlyMap<string, ImageRecord>;
  dataset: Dataset;
}

export interface PlannedEntry extends ZipEntry {
  /** Size of the stored object. */
  bytes: number;
  /** Maximum bytes of memory until it is written. */
  weight: number;
  /** True for an image that must be made upright. */
  upright: boolean;
}

interface Wanted {
  /** Ids or `gs://` URIs. */
  images: readonly unknown[];
  upright?: boolean;
}

/**
 * @throws HttpError `no images found` if none of the images has an object, `archive too large`
 */
export async function planZip(
  dataset: Dataset,
  { images: wanted, upright = false }: Wanted,
): Promise<ZipPlan> {
  requireFit({ entries: new Set(wanted).size, bytes: 0 }, DOWNLOAD_LIMITS);
  const [known, { images: selected, notes }] = await Promise.all([
    datasets.tags(dataset),
    selectImages(dataset, wanted),
  ]);
  const { tags, images } = await withCurrentTags({ tags: known, images: selected }, dataset, datasets);
  const layout = layOutZip(images, { type: dataset.type, tags, objects });
  requireFit({ entries: layout.entries.length, bytes: 0 }, DOWNLOAD_LIMITS);
  const stats = await objects.stats(layout.entries.map(({ source }) => source));
  const plan: ZipPlan = {
    entries: [],
    annotations: layout.annotations,
    notes: [...notes, ...layout.notes],
    bytes: 0,
    dataset,
    images: new Map(images.map((image) => [image.id, image])),
  };
  for (const entry of layout.entries) {
    const bytes = stats.get(entry.source)?.size;
    if (bytes === undefined) plan.notes.push(`${entry.path}: file not found`);
    else plan.entries.push(plannedEntry(entry, bytes, upright, plan.images));
  }
  if (!plan.entries.some(({ kind }) => kind === 'image')) throw new HttpError('no images found');
  const size = zipSize(plan.entries);
  requireFit(size, DOWNLOAD_LIMITS);
  return { ...plan, bytes: size.bytes };
}

interface Tagged {
  tags: Tag[];
  images: ImageRecord[];
}

/** An image that names a tag that the dataset does not have may be waiting for a merge of it to reach it. */
async function withCurrentTags(tagged: Tagged, { id }: Dataset, datasets: Datasets): Promise<Tagged> {
  const known = new Set(tagged.tags.map((tag) => tag.id));
  if (tagged.images.every(({ tagsContained }) => tagsContained.every((tag) => known.has(tag)))) return tagged;
  const { tags, merged } = await datasets.tagsAt(id);
  return { tags, images: tagged.images.map((image) => renameTags(image, merged)) };
}

function plannedEntry(
  entry: ZipEntry,
  bytes: number,
  upright: boolean,
  images: ZipPlan['images'],
): PlannedEntry {
  const isTurned = upright && entry.kind === 'image';
  const { width = 0, height = 0 } = images.get(entry.imageId) ?? {};
  // A small PNG can become a large JPEG: at our quality, up to half a byte per pixel.
  const made = entry.convert || isTurned ? (width * height || MAX_PIXELS) / 2 : 0;
  return { ...entry, bytes, weight: Math.max(bytes, made), upright: isTurned };
}
