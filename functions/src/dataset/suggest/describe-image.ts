import { signatureOf } from '../../../../packages/look/src/signature.ts';
import {
  decode,
  OversizedPicture,
  openPicture,
  turnUpright,
  UnreadablePicture,
} from '../../common/images/decoding.ts';
import type { Describer } from '../../common/records/vector-ports.ts';

/** Bytes of a decoded pixel, and of the copy that is turned. */
const DECODED = 8;

export interface Look {
  vector: Int8Array;
  /** Near copies are found by it. */
  signature: Uint8Array;
}

/**
 * The vector and the signature of a picture: pure functions of its bytes. What is made of pixels is made while these count as memory in
 * use; a service is asked when they are gone.
 * @returns null for bytes that are no picture
 * @throws the reason of `signal`, what the describer throws
 */
export async function describeImage(
  bytes: Buffer,
  { describe }: Pick<Describer, 'describe'>,
  signal: AbortSignal,
): Promise<Look | null> {
  try {
    const picture = await openPicture(bytes);
    const work = async () => {
      const upright = turnUpright(picture.sharp().toColourspace('srgb'), picture.orientation);
      const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
      const pixels = { data, ...info };
      const vector = 'pixels' in describe ? describe.pixels(pixels) : null;
      return { vector, signature: signatureOf(pixels) };
    };
    const more = picture.width * picture.height * DECODED;
    const { vector, signature } = await decode(picture, work, { more, signal });
    const made = vector ?? ('bytes' in describe ? await describe.bytes(bytes, signal) : null);
    return made && { vector: made, signature };
  } catch (error) {
    if (error instanceof UnreadablePicture || error instanceof OversizedPicture) return null;
    throw error;
  }
}
