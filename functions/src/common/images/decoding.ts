/** The only place where pictures are decoded, and masks painted, with a limit on the pixels of one picture and on the memory of all. */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { whoseWork } from '../concurrency/on-behalf-of.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { lazy } from '../lazy.ts';

/** Contract 6. */
export const MAX_PIXELS = 50_000_000;

/**
 * Bytes that decoding may use at once in this process, for all routes: a worker has 1 GiB. The heaviest accepted picture
 * (50 megapixels, four channels of 16 bits, interlaced) takes 450 MB and is decoded alone.
 */
const BUDGET = 300e6;

/** One caller's pictures leave so much to others: a usual frame. A single picture may have all. */
const SPARED = 60e6;

const budget = new Semaphore(BUDGET, SPARED);

/** The bytes are in an accepted format but cannot be decoded. */
export class UnreadablePicture extends Error {}
/** More than 50 megapixels. */
export class OversizedPicture extends Error {}

/** A picture whose header has been read. */
export interface OpenPicture {
  /** Pixels as stored. */
  width: number;
  height: number;
  /** EXIF, 1 to 8. */
  orientation: number;
  /** Of a JPEG: `4:4:4` if its colors are as fine as its brightness. */
  chroma: string;
  /** Bytes of memory while it is decoded. */
  weight: number;
  /** Only to be called within `decode`. */
  sharp: (options?: SharpOptions) => Sharp;
}

/** How much memory a piece of work needs, and whether its caller still waits. */
interface Needs {
  /** Bytes for the results, besides the picture itself. */
  more?: number;
  /** When aborted, the place in the queue is given up. */
  signal?: AbortSignal | undefined;
}

/** sharp with only the loaders of the accepted formats (Facts: Images and archives). */
export const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  // Requests already run in parallel; threads within one image only add overhead.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});

/**
 * Reads the header.
 * @throws UnreadablePicture, OversizedPicture
 */
export async function openPicture(bytes: Buffer): Promise<OpenPicture> {
  const sharp = await loadSharp();
  // We check the limit ourselves, on the header that the decoder also uses: its own error could not be told apart.
  const options: SharpOptions = { limitInputPixels: false, failOn: 'error' };
  const metadata = await unreadable(sharp(bytes, options).metadata());
  const { width, height, orientation = 1, chromaSubsampling: chroma = '' } = metadata;
  if (width * height > MAX_PIXELS) throw new OversizedPicture('over 50 megapixels');
  const open = (more?: SharpOptions) => sharp(bytes, { ...options, ...more });
  return { width, height, orientation, chroma, weight: weightOf(metadata), sharp: open };
}

/**
 * Runs work that decodes a picture as soon as there is memory for it.
 * @throws UnreadablePicture, or the reason of the signal
 */
export const decode = <T>(picture: OpenPicture, work: () => Promise<T>, needs: Needs = {}): Promise<T> =>
  budget.run(() => unreadable(work()), {
    weight: picture.weight + (needs.more ?? 0),
    signal: needs.signal,
    share: whoseWork(),
  });

/**
 * Runs work on pixels that no picture brought, such as a mask that is painted, as soon as there is memory for it.
 * @param weight bytes of memory
 * @throws what `work` throws, or the reason of the signal
 */
export const withPixels = <T>(
  work: () => Promise<T>,
  { weight, signal }: { weight: number; signal?: AbortSignal },
): Promise<T> => budget.run(work, { weight, signal, share: whoseWork() });

/** Orientations 5 to 8 are rotated by 90 degrees. */
export const uprightSize = ({ width, height, orientation }: OpenPicture) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

/**
 * Rotates decoded pixels upright. sharp's own auto-orient copies the whole picture at full depth first, which takes twice
 * the memory.
 */
export function turnUpright(pixels: Sharp, orientation: number): Sharp {
  // sharp mirrors before it rotates, whatever the order of the calls.
  if (orientation === 2 || orientation === 7) pixels.flop();
  if (orientation === 4 || orientation === 5) pixels.flip();
  const angle = [0, 0, 0, 180, 0, 90, 90, 90, 270][orientation] ?? 0;
  return angle === 0 ? pixels : pixels.rotate(angle);
}

/**
 * Measured with sharp 0.35. Formats that need less, such as a baseline JPEG that is read row by row, are estimated too
 * high.
 */
function weightOf({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  const pixels = width * height;
  // A frame of four channels, and libvips' copy of it.
  if (format === 'webp') return pixels * 8;
  // A progressive JPEG keeps its 16-bit coefficients until its last scan.
  if (format === 'jpeg') return pixels * channels * (isProgressive ? 2 : 1);
  return pixels * channels * (depth === 'ushort' ? 2 : 1);
}

async function unreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UnreadablePicture('not decodable', { cause: error });
  }
}
