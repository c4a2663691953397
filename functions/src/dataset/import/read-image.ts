import { createHash } from 'node:crypto';
import type { Entry } from '../../../../packages/formats/src/read/entry.ts';
import { FileFault } from '../../../../packages/formats/src/read/import-fault.ts';
import {
  OversizedPicture,
  openPicture,
  UnreadablePicture,
  uprightSize,
} from '../../common/images/decoding.ts';
import { type Format, type Picture, readPicture, sniffFormat } from '../../common/images/pictures.ts';
import type { ReadRange } from './archive/directory.ts';
import { readEntry, readStart } from './archive/read-entry.ts';

/** Contract 6. */
export const MOST_IMAGE = 20 * 1024 * 1024;

/** Bytes of a picture, and their SHA-256. @throws FileFault */
export async function readBytes(read: ReadRange, entry: Entry): Promise<{ bytes: Buffer; content: string }> {
  if (entry.size > MOST_IMAGE) throw new FileFault('it is larger than 20 MB');
  const bytes = await readEntry(read, entry, MOST_IMAGE);
  return { bytes, content: createHash('sha256').update(bytes).digest('hex') };
}

/** @throws FileFault for bytes that an upload refuses too (Contract 6) */
export const decodeImage = (bytes: Buffer, signal: AbortSignal): Promise<Picture> =>
  asPicture(bytes, (format) => readPicture(bytes, format, signal));

/** Bytes at the beginning of a picture that say its size, but for a few pictures. */
const HEAD = 128 * 1024;

/** The upright size of a picture. @throws FileFault as `readBytes` and `decodeImage` */
export async function readSize(read: ReadRange, entry: Entry): Promise<{ width: number; height: number }> {
  const start = await readStart(read, entry, HEAD);
  const whole = async () => {
    const { bytes } = await readBytes(read, entry);
    return asPicture(bytes, () => openPicture(bytes));
  };
  return uprightSize(await openPicture(start).catch(whole));
}

async function asPicture<T>(bytes: Buffer, read: (format: Format) => Promise<T>): Promise<T> {
  const format = sniffFormat(bytes);
  if (format === null) throw new FileFault('it is not a JPEG, PNG or WebP');
  try {
    return await read(format);
  } catch (error) {
    if (error instanceof OversizedPicture)
      throw new FileFault('it has more than 50 megapixels', { cause: error });
    if (error instanceof UnreadablePicture)
      throw new FileFault('it cannot be decoded: it is damaged or cut off', { cause: error });
    throw error;
  }
}
