import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { inOrder } from '../../../../packages/concurrency/src/in-order.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../common/adapters/objects.ts';
import { begun } from '../../common/begun.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import type { ImageRecord } from '../../common/model.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { cropImage } from './crop-image.ts';
import { cropsJson } from './crops-json.ts';

interface Input extends Target {
  tag: string;
  /** Maximum number of crops, unless the first image alone has more. */
  limit?: number | undefined;
  /** Id of the image after which the list continues. */
  after?: string | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** How many images are read ahead; the first crops of each are cut ahead too. The weight is in pixels. */
const LEAD = { items: 4 * availableParallelism(), weight: 64e6, weigh: weighPixels };

/**
 * The crops of a tag's annotations as JSON (Spec 4.1, Contract 4), ordered by image id and, within an image, by annotation.
 * Images that cannot be read have none. `limit` ends the list before the image whose crops would exceed it, but never before
 * the first image. A caller that repeats the request with the last `imageId` as `after` until the list is empty gets every
 * crop once.
 * @throws HttpError `dataset not found`, `forbidden`, `tag not found`, `crops too large`; if a later image causes an error,
 *   the stream ends with it
 */
export async function cropAnnotations(input: Input): Promise<Readable> {
  const dataset = await requireDataset(input, 'viewer');
  const { tag, limit = Number.POSITIVE_INFINITY, after = null, signal } = input;
  if (!isId(tag) || !(await datasets.hasTag(dataset, tag))) throw new HttpError('tag not found', { id: tag });
  // Every read and every decoding that runs ahead adds a listener.
  setMaxListeners(0, signal);
  const pages = imageLists.ofTag(dataset.id, tag, after);
  const images = imagesOf(pages, dataset.id);
  const crops = inOrder(images, (image) => cropImage(image, tag, { objects, signal }), LEAD);
  return Readable.from(await begun(cropsJson(tag, crops, limit)), { objectMode: false });
}

async function* imagesOf(
  pages: AsyncIterable<readonly ImageRecord[]>,
  dataset: string,
): AsyncGenerator<ImageRecord> {
  for await (const page of pages) yield* page.filter((image) => image.dataset === dataset);
}

/** Size when decoded. A record without a size counts as one megapixel. */
function weighPixels({ width, height }: ImageRecord): number {
  return Math.max(width * height, 1e6);
}
