import { createHash } from 'node:crypto';
import { OversizedPicture, UnreadablePicture } from '../../common/images/decoding.ts';
import { type Picture, readPicture, sniffFormat } from '../../common/images/pictures.ts';
import type { Archive } from './archive/archive.ts';
import type { Entry } from './archive/directory.ts';
import { FileFault } from './import-fault.ts';

/** Contract 6. */
export const MOST_IMAGE = 20 * 1024 * 1024;

/** Bytes of a picture, and their SHA-256. @throws FileFault */
export async function readBytes(archive: Archive, entry: Entry): Promise<{ bytes: Buffer; content: string }> {
  if (entry.size > MOST_IMAGE) throw new FileFault('it is larger than 20 MB');
  const bytes = await archive.bytes(entry, MOST_IMAGE);
  return { bytes, content: createHash('sha256').update(bytes).digest('hex') };
}

/** @throws FileFault for bytes that an upload refuses too (Contract 6) */
export async function decodeImage(bytes: Buffer, signal: AbortSignal): Promise<Picture> {
  const format = sniffFormat(bytes);
  if (format === null) throw new FileFault('it is not a JPEG, PNG or WebP');
  try {
    return await readPicture(bytes, format, signal);
  } catch (error) {
    if (error instanceof OversizedPicture)
      throw new FileFault('it has more than 50 megapixels', { cause: error });
    if (error instanceof UnreadablePicture)
      throw new FileFault('it cannot be decoded: it is damaged or cut off', { cause: error });
    throw error;
  }
}
