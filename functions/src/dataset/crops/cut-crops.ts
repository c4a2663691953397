import type { Sharp } from 'sharp';
import type { Annotation } from '../../../../packages/records/src/image.ts';
import {
  decode,
  loadSharp,
  type OpenPicture,
  openPicture,
  turnUpright,
  uprightSize,
} from '../../common/images/decoding.ts';
import { asStored, type CropWindow, cropWindow, relativeTo, surround } from './crop-window.ts';

/** The pixels of an annotation: WebP in sRGB, upright. */
export interface Crop {
  /** Index of the annotation in the given list. */
  at: number;
  webp: Buffer;
}

/** The crops of one image, before any is cut. */
export interface Crops {
  count: number;
  /** Sum over all crops. */
  pixels: number;
  batches: AsyncGenerator<Crop[]>;
}

/** A region to cut out, in pixels of the stored image. */
interface Region {
  at: number;
  window: CropWindow;
  /** Pixels of the crop, which may be scaled down. */
  pixels: number;
}

/** Effort 2 of 6 takes half the time of the default 4, for files a few percent larger. */
const WEBP = { quality: 82, effort: 2 };

/** Longest side of a crop: a larger region is scaled down (Contract 4). */
const MAX_SIDE = 4096;

/**
 * Maximum pixels of a batch, whose crops are cut and held together: about a second's work, and 4 MB of output in the worst
 * case.
 */
const BATCH_PIXELS = 4e6;
/** Maximum crops of a batch, so that the first ones are sent soon. */
const BATCH_CROPS = 250;
/** A batch is cut from one decoded region, as long as picture and region together take at most this many bytes. */
const ROOM = 200e6;

/** Bytes per decoded pixel, and additional bytes per pixel while encoding (measured). */
const DECODED = 4;
const ENCODED = 13;

/**
 * Cuts annotations out of one image at full resolution (Spec 2.5, Contract 4). Each batch decodes the image again, only as
 * far as its crops reach: nothing decoded stays in memory between batches, because the reader may be slow.
 * @param annotations null: this annotation is not wanted; the indexes of the others stay
 * @param signal stops the work before the next crop
 * @throws UnreadablePicture, OversizedPicture
 */
export async function cutCrops(
  bytes: Buffer,
  annotations: readonly (Annotation | null)[],
  signal: AbortSignal,
): Promise<Crops> {
  const picture = await openPicture(bytes);
  const { width, height } = uprightSize(picture);
  const regions = annotations.flatMap((annotation, at): Region[] => {
    const window = annotation && cropWindow(annotation, width, height);
    return window ? [{ at, window: asStored(window, picture), pixels: pixelsOfCrop(window) }] : [];
  });
  const pixels = regions.reduce((sum, region) => sum + region.pixels, 0);
  return { count: regions.length, pixels, batches: cutBatches(picture, regions, signal) };
}

/** Crops that are cut together. */
interface Batch {
  regions: Region[];
  /** The region that contains all of them. */
  around: CropWindow;
}

async function* cutBatches(picture: OpenPicture, regions: readonly Region[], signal: AbortSignal) {
  for (const batch of batchesOf(regions, picture)) {
    const largest = Math.max(...batch.regions.map(({ pixels }) => pixels));
    const decoded = batch.regions.length === 1 ? largest : pixelsOf(batch.around);
    const more = DECODED * decoded + ENCODED * largest;
    yield await decode(picture, () => cutBatch(picture, batch, signal), { more, signal });
  }
}

/** Keeps the order of the regions. A batch has at least one. */
function* batchesOf(regions: readonly Region[], picture: OpenPicture): Generator<Batch> {
  let batch: Batch | null = null;
  let pixels = 0;
  for (const region of regions) {
    const around: CropWindow = batch ? surround([batch.around, region.window]) : region.window;
    pixels += region.pixels;
    const fits = pixels <= BATCH_PIXELS && hasRoom(picture, around);
    if (batch && fits && batch.regions.length < BATCH_CROPS) {
      batch.regions.push(region);
      batch.around = around;
    } else {
      if (batch) yield batch;
      batch = { regions: [region], around: region.window };
      pixels = region.pixels;
    }
  }
  if (batch) yield batch;
}

const hasRoom = ({ weight }: OpenPicture, region: CropWindow): boolean =>
  weight + DECODED * pixelsOf(region) <= ROOM;

async function cutBatch(picture: OpenPicture, batch: Batch, signal: AbortSignal): Promise<Crop[]> {
  const [only] = batch.regions;
  if (only && batch.regions.length === 1) return [{ at: only.at, webp: await cutOne(picture, only) }];
  const pixels = await decodeRegion(picture.sharp().extract(batch.around));
  const crops: Crop[] = [];
  for (const { at, window } of batch.regions) {
    signal.throwIfAborted();
    const region = pixels().extract(relativeTo(batch.around, window));
    crops.push({ at, webp: await encode(scaled(region, window), picture) });
  }
  return crops;
}

/** In two steps, so that the decoder's memory is free before the encoder needs as much. */
async function cutOne(picture: OpenPicture, { window }: Region): Promise<Buffer> {
  const region = scaled(picture.sharp().extract(window), window);
  if (hasRoom(picture, window)) return encode((await decodeRegion(region))(), picture);
  // Raw pixels would stay in memory until the next garbage collection; PNG is smaller.
  const png = await region.toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer();
  return encode((await loadSharp())(png), picture);
}

/** @returns a function that gives the decoded pixels, each time it is called */
async function decodeRegion(region: Sharp): Promise<() => Sharp> {
  const raw = region.toColourspace('srgb').raw({ depth: 'uchar' });
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  return () => sharp(data, { raw: { width, height, channels } });
}

const encode = (pixels: Sharp, { orientation }: OpenPicture): Promise<Buffer> =>
  turnUpright(pixels, orientation).webp(WEBP).toBuffer();

function scaled(pixels: Sharp, { width, height }: CropWindow): Sharp {
  const isLarge = width > MAX_SIDE || height > MAX_SIDE;
  return isLarge ? pixels.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }) : pixels;
}

/** Pixels of the crop of this window, after scaling. */
function pixelsOfCrop({ width, height }: CropWindow): number {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return width * height * scale * scale;
}

const pixelsOf = ({ width, height }: CropWindow): number => width * height;
