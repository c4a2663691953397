/** Reads an image's format and size from its bytes, and makes its thumbnail. */
import type { Sharp } from 'sharp';
import { decode, loadSharp, openPicture, uprightSize } from './decoding.ts';
import { lookOf } from './look.ts';

export type Format = 'jpeg' | 'png' | 'webp';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Extension of stored originals (Contract 2). */
export const EXTENSIONS: Readonly<Record<Format, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/** Spec 2.4: longer side of a thumbnail, pixels. */
const THUMBNAIL_SIDE = 300;
/** Of a thumbnail's compression, 0 to 6. 2 takes a third more processor time for 4 % fewer bytes. */
const EFFORT = 1;

export interface Picture {
  format: Format;
  /** Upright, pixels. */
  width: number;
  height: number;
  /** WebP, longer side 300 px, never enlarged. */
  thumbnail: Buffer;
  /** Difference hash of the thumbnail's pixels: 16 hexadecimal characters. */
  look: string;
}

/** The format by its signature; null if it is not an accepted one. */
export function sniffFormat(bytes: Uint8Array): Format | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return null;
}

/**
 * Decodes a picture once.
 * @param signal aborted when the caller no longer waits
 * @throws UnreadablePicture, OversizedPicture
 */
export async function readPicture(bytes: Buffer, format: Format, signal?: AbortSignal): Promise<Picture> {
  const picture = await openPicture(bytes);
  const pixels = () => thumbnailOf(picture.sharp({ autoOrient: true }));
  const { data, info } = await decode(picture, pixels, { signal });
  // Not all of `info`: it says that alpha was premultiplied during the resize, which has already been undone.
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const sharp = await loadSharp();
  const thumbnail = await sharp(data, { raw }).webp({ effort: EFFORT }).toBuffer();
  return { format, ...uprightSize(picture), thumbnail, look: lookOf({ data, info }) };
}

/** Of the live picture, 0 to 100: a third of the thumbnail's bytes (1.7 kB of the bench's 6.3 kB), without the surface's grain. */
const LIVE_QUALITY = 30;

/** A thumbnail of the same size for the live state, which a dashboard receives each second. */
export async function livePicture(thumbnail: Buffer): Promise<Buffer> {
  const picture = await openPicture(thumbnail);
  const small = await decode(picture, () => picture.sharp().webp({ quality: LIVE_QUALITY }).toBuffer());
  return small.length < thumbnail.length ? small : thumbnail;
}

/** The look of a stored thumbnail. Its compression changes the look by one bit at most. */
export async function readLook(thumbnail: Buffer): Promise<string> {
  const picture = await openPicture(thumbnail);
  const pixels = () => picture.sharp({ autoOrient: true }).raw().toBuffer({ resolveWithObject: true });
  return lookOf(await decode(picture, pixels));
}

const thumbnailOf = (image: Sharp) =>
  image
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
