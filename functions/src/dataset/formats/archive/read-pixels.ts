import { isTransient } from '../../../common/foreign-errors.ts';
import { decode, openPicture } from '../../../common/images/decoding.ts';
import { describeError, log } from '../../../common/log.ts';
import { ownObject } from '../../../common/storage/own-objects.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import type { Pixels } from './archive-format.ts';
import { openKept } from './kept-object.ts';

/**
 * The pixels of a mask, one byte each; null if its object is missing or not a picture.
 * @throws Storage's error if it is unavailable; the reason of `signal`
 */
export async function readPixels(
  { uri, generation }: { uri: string; generation: string },
  { dataset, objects, signal }: Reading & { dataset: string },
): Promise<Pixels | null> {
  const name = ownObject(uri, dataset, objects);
  if (name === null) return null;
  try {
    const chunks = await openKept({ name, generation, known: null }, { objects, signal });
    const picture = await openPicture(Buffer.concat(await Array.fromAsync(chunks)));
    const { width, height } = picture;
    const work = () => picture.sharp().toColourspace('b-w').extractChannel(0).raw().toBuffer();
    return { width, height, data: await decode(picture, work, { more: width * height, signal }) };
  } catch (error) {
    signal.throwIfAborted();
    if (isTransient(error)) throw error;
    log('WARNING', 'mask left out of the export', { uri, reason: describeError(error) });
    return null;
  }
}
