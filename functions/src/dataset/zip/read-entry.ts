import { addAbortSignal, Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { begun } from '../../common/begun.ts';
import {
  decode,
  loadSharp,
  type OpenPicture,
  openPicture,
  turnUpright,
} from '../../common/images/decoding.ts';
import { sniffFormat } from '../../common/images/pictures.ts';
import { type Reading, readChunks } from '../../common/storage/read-whole.ts';
import { withoutExif } from './without-exif.ts';
import type { PlannedEntry } from './zip-plan.ts';

/** The content of an entry: in memory, or as a stream if it is too large for that. */
export type Content = readonly Buffer[] | Readable;

/** Maximum size of an object that is held in memory, in bytes: more than any upload (Contract 6). */
export const MOST_HELD = 32 * 1024 * 1024;
const JPEG_QUALITY = 92;
/** Bytes per pixel. */
const RGB = 3;

/**
 * The content of an entry: masks and JPEGs byte for byte, other images as upright JPEG (Contract 4). The format is read from
 * the bytes, not from the record. If a JPEG is to be upright and already is, only its EXIF data is removed.
 * @throws Storage's error after the last retry; an error without a transient code if the bytes are not an image
 */
export async function readEntry(entry: PlannedEntry, reading: Reading): Promise<Content> {
  if (entry.bytes > MOST_HELD) return openLarge(entry, reading);
  const chunks = await readChunks(entry.source, reading);
  const isStored = entry.kind === 'mask' || sniffFormat(chunks[0] ?? Buffer.alloc(0)) === 'jpeg';
  if (isStored && !entry.upright) return chunks;
  const bytes = Buffer.concat(chunks);
  const picture = await openPicture(bytes);
  if (isStored && picture.orientation === 1) return withoutExif(bytes);
  return [await toJpeg(picture, reading.signal)];
}

/** Starts to read, so that an object that cannot be read is noticed before its entry begins. */
async function openLarge(entry: PlannedEntry, { objects, signal }: Reading): Promise<Content> {
  if (entry.convert || entry.upright) throw new Error('too large to be converted');
  const chunks = await begun<Buffer>(addAbortSignal(signal, objects.read(entry.source)));
  return Readable.from(chunks, { objectMode: false });
}

/** Upright and without metadata. */
async function toJpeg(picture: OpenPicture, signal: AbortSignal): Promise<Buffer> {
  if (picture.orientation === 1) return decode(picture, () => encode(picture.sharp()), { signal });
  const more = picture.width * picture.height * RGB;
  return decode(picture, () => encodeTurned(picture), { more, signal });
}

/**
 * Transparent pixels become white, because JPEG has no transparency. Optimized tables would take six bytes of memory per
 * pixel.
 */
const encode = (pixels: Sharp): Promise<Buffer> =>
  pixels.flatten({ background: '#fff' }).jpeg({ quality: JPEG_QUALITY, optimiseCoding: false }).toBuffer();

async function encodeTurned({ orientation, sharp: open }: OpenPicture): Promise<Buffer> {
  const { data, info } = await open()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const sharp = await loadSharp();
  const { width, height, channels } = info;
  return encode(turnUpright(sharp(data, { raw: { width, height, channels } }), orientation));
}
