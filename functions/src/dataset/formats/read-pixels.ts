import { decode, openPicture } from '../../common/decoding.ts';
import { describeError, log } from '../../common/log.ts';
import { ownObject } from '../../common/own-objects.ts';
import type { Objects } from '../../common/ports.ts';
import type { Pixels } from './archive-format.ts';

/**
 * The pixels of a mask, one byte each; null if its object is missing or not a picture.
 * @throws the reason of `signal`
 */
export async function readPixels(
  { uri, generation }: { uri: string; generation: string },
  { dataset, objects, signal }: { dataset: string; objects: Objects; signal: AbortSignal },
): Promise<Pixels | null> {
  const name = ownObject(uri, dataset, objects);
  if (name === null) return null;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of objects.read(name, generation)) chunks.push(chunk as Buffer);
    const picture = await openPicture(Buffer.concat(chunks));
    const { width, height } = picture;
    const work = () => picture.sharp().toColourspace('b-w').extractChannel(0).raw().toBuffer();
    return { width, height, data: await decode(picture, work, { more: width * height, signal }) };
  } catch (error) {
    signal.throwIfAborted();
    log('WARNING', 'mask left out of the export', { uri, reason: describeError(error) });
    return null;
  }
}
