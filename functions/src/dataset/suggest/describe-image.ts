import { describe } from '../../../../packages/look/src/descriptor.ts';
import { signatureOf } from '../../../../packages/look/src/signature.ts';
import {
  decode,
  OversizedPicture,
  openPicture,
  turnUpright,
  UnreadablePicture,
} from '../../common/images/decoding.ts';

/** Bytes of a decoded pixel, and of the copy that is turned. */
const DECODED = 8;

export interface Look {
  vector: Int8Array;
  /** Near copies are found by it. */
  signature: Uint8Array;
}

/**
 * The vector and the signature of a picture: pure functions of its bytes. They are made while the pixels count as memory in use.
 * @returns null for bytes that are no picture
 * @throws the reason of `signal`
 */
export async function describeImage(bytes: Buffer, signal: AbortSignal): Promise<Look | null> {
  try {
    const picture = await openPicture(bytes);
    const work = async () => {
      const upright = turnUpright(picture.sharp().toColourspace('srgb'), picture.orientation);
      const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
      const pixels = { data, ...info };
      return { vector: describe(pixels), signature: signatureOf(pixels) };
    };
    return await decode(picture, work, { more: picture.width * picture.height * DECODED, signal });
  } catch (error) {
    if (error instanceof UnreadablePicture || error instanceof OversizedPicture) return null;
    throw error;
  }
}
