/** Reads a mask and makes the PNG that is stored: one channel of 8 bits, lossless, 0 where the tag is not. */
import { decode, openPicture, UnreadablePicture } from './decoding.ts';

/** The bytes are no mask for this image: a sentence says why. */
export class UnfitMask extends Error {}

/**
 * @param size the image's, upright, in pixels; 0 where its record does not say it
 * @throws UnfitMask, OversizedPicture
 */
export async function readMask(
  bytes: Buffer,
  size: { width: number; height: number },
  signal?: AbortSignal,
): Promise<Buffer> {
  const picture = await opened(bytes);
  const { width, height } = picture;
  if (size.width > 0 && (width !== size.width || height !== size.height))
    throw new UnfitMask(`The mask is ${width} x ${height}, the image ${size.width} x ${size.height} pixels`);
  const work = async () => {
    const pixels = picture.sharp();
    const { channels = 0, depth } = await pixels.metadata();
    if (depth !== 'uchar') throw new UnfitMask('The mask has more than 8 bits a channel');
    // What is transparent is not the tag. A pixel is where any of its colors is; of gray its value stays.
    if (channels === 2 || channels === 4) pixels.flatten({ background: '#000' });
    if (channels >= 3) pixels.bandbool('or');
    return pixels.toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer();
  };
  try {
    return await decode(picture, work, { signal, more: width * height });
  } catch (error) {
    if (error instanceof UnreadablePicture && error.cause instanceof UnfitMask) throw error.cause;
    throw unfit(error);
  }
}

async function opened(bytes: Buffer) {
  try {
    return await openPicture(bytes);
  } catch (error) {
    throw unfit(error);
  }
}

const unfit = (error: unknown): unknown =>
  error instanceof UnreadablePicture ? new UnfitMask('The mask cannot be decoded', { cause: error }) : error;
