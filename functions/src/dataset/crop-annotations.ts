import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { Refusal } from '../common/errors.ts';
import { isTransient } from '../common/foreign-errors.ts';
import { parse, valuesOf } from '../common/http/parse.ts';
import { isId } from '../common/ids.ts';
import { describeError, log } from '../common/log.ts';
import type { ImageRecord } from '../common/model.ts';
import type { Datasets, ImageLists, Objects } from '../common/ports.ts';
import { cutCrops } from './cut-crops.ts';
import { inOrder } from './in-order.ts';
import { readWhole } from './read-whole.ts';
import { requireDataset, type Target } from './require-dataset.ts';
import { cropsQuery } from './schema.ts';
import { Turns } from './turns.ts';

/** Spec 2.5. */
export interface AnnotationCrop {
  /** The tag's. */
  id: string;
  imageId: string;
  /** Data URI of a WebP. */
  cropUri: string;
  /** Index of the annotation in the image's `tags`. */
  tagIndex: number;
}

interface Input extends Target {
  tag: string;
  query: URLSearchParams;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

interface Ports {
  datasets: Datasets;
  imageLists: ImageLists;
  objects: Objects;
}

/**
 * Images decoded at once in this process as a whole, one more than there are cores: between two steps of one the others are
 * at work (bench crops: 1.00 to 1.11). How many there are at all, and their pixels, is bounded by what is read ahead.
 */
const decoding = new Turns(availableParallelism() + 1);
const LEAD = { items: 4 * availableParallelism(), weight: 64e6, weigh: weighPixels };

/**
 * The crops of a tag's annotations as JSON (Spec 4.1, Contract 4), in the order of the images' ids and, within one, of
 * its annotations. An image that cannot be read has none. `limit` ends the list before the image whose crops would
 * exceed it, but never before the first, and `after` is the id of the image to go on behind: whoever asks again with the
 * last `imageId` until the list is empty gets every crop once.
 * @throws Refusal `dataset not found`, `forbidden`, `tag not found`, `bad parameter`
 */
export async function cropAnnotations(input: Input, ports: Ports): Promise<Readable> {
  const dataset = await requireDataset(input, 'viewer', ports.datasets);
  const { tag, query, signal } = input;
  if (!isId(tag) || !(await ports.datasets.hasTag(dataset, tag)))
    throw new Refusal('tag not found', { id: tag });
  const { limit, after } = requirePage(query);
  const pages = ports.imageLists.ofTag(dataset.id, tag, after);
  const images = imagesOf(pages, dataset.id);
  const crops = inOrder(images, (image) => cropImage(image, tag, ports.objects, signal), LEAD);
  return Readable.from(await begun(jsonOf(crops, limit)), { objectMode: false });
}

/** The same pieces, the first of them made: until then a failure can still be told by a status. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
}

function requirePage(query: URLSearchParams): { limit: number; after: string | null } {
  const { limit, after } = parse(
    cropsQuery,
    valuesOf(query),
    ({ message }) => new Refusal('bad parameter', { reason: message }),
  );
  return { limit: limit ?? Number.POSITIVE_INFINITY, after: after ?? null };
}

async function* imagesOf(
  pages: AsyncIterable<readonly ImageRecord[]>,
  dataset: string,
): AsyncGenerator<ImageRecord> {
  for await (const page of pages) yield* page.filter((image) => image.dataset === dataset);
}

/** Decoded, but never below what a picture takes whose record does not tell its size. */
function weighPixels({ width, height }: ImageRecord): number {
  return Math.max(width * height, 1e6);
}

async function cropImage(
  image: ImageRecord,
  tag: string,
  objects: Objects,
  signal: AbortSignal,
): Promise<AnnotationCrop[]> {
  const wanted = [...image.tags.entries()].filter(([, annotation]) => annotation.tag === tag);
  const name = objects.nameOf(image.uri);
  if (wanted.length === 0 || name === null) return [];
  try {
    const bytes = await readWhole(name, objects, signal);
    const crops = await decoding.take(() =>
      cutCrops(
        bytes,
        wanted.map(([, annotation]) => annotation),
      ),
    );
    return crops.flatMap((crop, at) => {
      const [tagIndex] = wanted[at] as (typeof wanted)[number];
      return crop ? [{ id: tag, imageId: image.id, cropUri: dataUri(crop), tagIndex }] : [];
    });
  } catch (error) {
    // An image that is gone or broken has no crops; one that cannot be had just now has some, and must not be passed over.
    if (signal.aborted || isTransient(error)) throw error;
    log('WARNING', 'image without crops', { image: image.id, reason: describeError(error) });
    return [];
  }
}

const dataUri = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`;

/** The JSON array, a piece for each image that has crops. */
async function* jsonOf(
  images: AsyncIterable<readonly AnnotationCrop[]>,
  limit: number,
): AsyncGenerator<string> {
  let count = 0;
  for await (const crops of images) {
    if (crops.length === 0) continue;
    if (count > 0 && count + crops.length > limit) break;
    yield (count > 0 ? ',' : '[') + crops.map((crop) => JSON.stringify(crop)).join(',');
    count += crops.length;
    if (count >= limit) break;
  }
  yield count > 0 ? ']' : '[]';
}
