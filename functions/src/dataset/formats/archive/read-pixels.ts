import type { Pixels } from '../../../../../packages/formats/src/shape/pixels.ts';
import type { ManifestMask } from '../../../../../packages/records/src/manifest.ts';
import { isTransient } from '../../../common/foreign-errors.ts';
import { decode, type OpenPicture, openPicture } from '../../../common/images/decoding.ts';
import { describeError, log } from '../../../common/log.ts';
import { ownObject } from '../../../common/storage/own-objects.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import { openKept } from './kept-object.ts';

/** Where a mask is. */
export type MaskPlace = Pick<ManifestMask, 'uri' | 'generation'>;

/** Largest object that is read as a mask: more than any that this service writes. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The bytes of a mask; null if its object is missing.
 * @throws Storage's error if it is unavailable; the reason of `signal`
 */
export async function readMaskBytes(
  { uri, generation }: MaskPlace,
  { dataset, objects, signal }: Reading & { dataset: string },
): Promise<Buffer | null> {
  const name = ownObject(uri, dataset, objects);
  if (name === null) return null;
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of await openKept({ name, generation, known: null }, { objects, signal })) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error('it is too large for a mask');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    signal.throwIfAborted();
    if (isTransient(error)) throw error;
    log('WARNING', 'mask left out', { uri, reason: describeError(error) });
    return null;
  }
}

/**
 * The pixels of a mask, one byte each; null if it is not a picture.
 * @param check called with its size before it is decoded @throws the reason of `signal`; what `check` throws
 */
export async function decodeMask(
  bytes: Buffer,
  signal?: AbortSignal,
  check: (pixels: number) => void = () => {},
): Promise<Pixels | null> {
  const picture = await tried(() => openPicture(bytes), signal);
  if (!picture) return null;
  const { width, height } = picture;
  check(width * height);
  const data = await tried(() => grayOf(picture, signal), signal);
  return data && { width, height, data };
}

const grayOf = (picture: OpenPicture, signal: AbortSignal | undefined): Promise<Buffer> =>
  decode(picture, () => picture.sharp().toColourspace('b-w').extractChannel(0).raw().toBuffer(), {
    more: picture.width * picture.height,
    signal,
  });

async function tried<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    log('WARNING', 'mask left out', { reason: describeError(error) });
    return null;
  }
}
