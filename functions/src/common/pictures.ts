/** Pixels: what an image is, told from its bytes, and its thumbnail. The only user of sharp's decoders for uploads. */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { lazy } from './lazy.ts';

export type Format = 'jpeg' | 'png' | 'webp';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Extension of stored originals (Contract 2). */
export const EXTENSIONS: Readonly<Record<Format, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/** Contract 6. */
export const MAX_PIXELS = 50_000_000;

/**
 * Larger ones are decoded one at a time: interlaced, 16 bits deep, 50 megapixels take 400 MB, and a worker of 1 GiB
 * decodes on four threads. Few cameras are affected.
 */
const FREELY_DECODED = 12_000_000;

/** Spec 2.4: longer side of a thumbnail, pixels. */
const THUMBNAIL_SIDE = 300;

export interface Picture {
  format: Format;
  /** Upright, pixels. */
  width: number;
  height: number;
  /** WebP, longer side 300 px, never enlarged. */
  thumbnail: Buffer;
}

/** The bytes are of an accepted format but cannot be decoded. */
export class UnreadablePicture extends Error {}
/** More than 50 megapixels. */
export class OversizedPicture extends Error {}

/** The format by its signature; null when it is none that we accept. */
export function sniffFormat(bytes: Uint8Array): Format | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return null;
}

/** sharp, with every loader shut but those of the accepted formats (facts: images and archives). */
export const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  // Requests are the parallelism; threads within one image only add overhead.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});

/** Decoding as every picture of ours is decoded: bounded, upright, broken data refused. */
export const DECODING: SharpOptions = {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  autoOrient: true,
};

/**
 * Decodes a picture once.
 * @throws UnreadablePicture, OversizedPicture
 */
export async function readPicture(bytes: Buffer, format: Format): Promise<Picture> {
  const sharp = await loadSharp();
  // The limit is held here, by the same header that the decoder goes by; its own answer could not be told apart.
  const image = sharp(bytes, { ...DECODING, limitInputPixels: false });
  const { width, height } = uprightSize(await unreadable(image.metadata()));
  if (width * height > MAX_PIXELS) throw new OversizedPicture();
  const decode = () => unreadable(thumbnailOf(image));
  const thumbnail = await (width * height > FREELY_DECODED ? alone(decode) : decode());
  return { format, width, height, thumbnail };
}

const thumbnailOf = (image: Sharp): Promise<Buffer> =>
  image
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ effort: 2 })
    .toBuffer();

let last: Promise<unknown> = Promise.resolve();

/** Runs after all that was given to it before. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

/** Orientations 5 to 8 of EXIF lie on their side. */
export function uprightSize({ width, height, orientation }: Metadata): { width: number; height: number } {
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
}

async function unreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UnreadablePicture('not decodable', { cause: error });
  }
}
