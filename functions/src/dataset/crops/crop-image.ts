import { HttpError } from '../../common/errors.ts';
import { isTransient } from '../../common/foreign-errors.ts';
import { describeError, log } from '../../common/log.ts';
import type { ImageRecord } from '../../common/model.ts';
import { originalOf } from '../../common/storage/own-objects.ts';
import { type Reading, readWhole } from '../../common/storage/read-whole.ts';
import { type Crop, type Crops, cutCrops } from './cut-crops.ts';

/**
 * Maximum number of pixels in all crops of one image, such as 1,000 crops of 2000 x 2000. Encoding that much noise takes
 * about ten minutes.
 */
const MAX_PIXELS = 4e9;

/** The crops of an image. The first batch is already cut. */
export interface CroppedImage {
  image: ImageRecord;
  /** Number of all crops. */
  count: number;
  /** `at` is an index into the image's `tags`. */
  crops: AsyncIterable<Crop>;
}

/**
 * Starts to cut out an image's annotations with this tag.
 * @returns null if no annotation has pixels inside the image, or if the image cannot be read
 * @throws HttpError `crops too large`
 */
export async function cropImage(
  image: ImageRecord,
  tag: string,
  reading: Reading,
): Promise<CroppedImage | null> {
  const { objects, signal } = reading;
  const name = originalOf(image, objects);
  if (name === null || !image.tags.some((annotation) => annotation.tag === tag)) return null;
  const wanted = image.tags.map((annotation) => (annotation.tag === tag ? annotation : null));
  try {
    const bytes = await readWhole(name, reading);
    const { count, batches } = requireFit(image, await cutCrops(bytes, wanted, signal));
    const first = await batches.next();
    return first.done ? null : { image, count, crops: allCrops(image, first.value, batches, signal) };
  } catch (error) {
    skipImage(image, error, signal);
    return null;
  }
}

/**
 * An image that is missing or broken is skipped. One that cannot be read at the moment is not: its crops would be missing
 * without notice.
 * @throws the error itself, unless the image is its cause
 */
function skipImage({ id }: ImageRecord, error: unknown, signal: AbortSignal): void {
  if (signal.aborted || isTransient(error) || error instanceof HttpError) throw error;
  log('WARNING', 'image without crops', { image: id, reason: describeError(error) });
}

/** Checked before the first crop is cut, because the work would take longer than a function may run. */
function requireFit({ id }: ImageRecord, crops: Crops): Crops {
  if (crops.pixels <= MAX_PIXELS) return crops;
  const [found, most] = [crops.pixels, MAX_PIXELS].map((pixels) => Math.round(pixels / 1e6));
  const reason = `those of image "${id}" have ${found} megapixels, at most ${most}`;
  throw new HttpError('crops too large', { reason });
}

async function* allCrops(
  image: ImageRecord,
  first: readonly Crop[],
  rest: AsyncIterable<readonly Crop[]>,
  signal: AbortSignal,
): AsyncGenerator<Crop> {
  yield* first;
  try {
    for await (const batch of rest) yield* batch;
  } catch (error) {
    skipImage(image, error, signal);
  }
}
