import { decode, openPicture } from '../common/images/decoding.ts';
import { sniffFormat } from '../common/images/pictures.ts';

/** Quality of JPEGs and lossy WebPs that are compressed again: 1.0 to 3 times the stored bytes, without visible loss. */
const QUALITY = 95;
/** Maximum bytes of a turned picture for each of the stored ones: measured for JPEGs of quality 30. */
export const MOST_GROWTH = 4;
/** Bytes of a pixel in the copy that is turned. */
const COPY = 4;

/** Signs of EXIF data in each format. A picture without one is not looked at closer. */
const SIGNS = { jpeg: 'Exif\0\0', png: 'eXIf', webp: 'EXIF' } as const;

/**
 * A picture that its EXIF data turns, upright and without EXIF data; null for every other one. PNG and lossless WebP stay
 * lossless; colors keep their profile, so that a reader that ignores it gets the values that were stored.
 * @throws UnreadablePicture, OversizedPicture; the reason of `signal`
 */
export async function turnedUpright(bytes: Buffer, signal: AbortSignal): Promise<Buffer | null> {
  const format = sniffFormat(bytes);
  if (format === null || !bytes.includes(SIGNS[format], 0, 'latin1')) return null;
  const picture = await openPicture(bytes);
  if (picture.orientation === 1) return null;
  const work = () => {
    const pixels = picture.sharp({ autoOrient: true }).keepIccProfile();
    if (format === 'png') return pixels.png().toBuffer();
    // Optimized tables would take six bytes of memory per pixel.
    const chromaSubsampling = picture.chroma === '4:4:4' ? '4:4:4' : '4:2:0';
    if (format === 'jpeg')
      return pixels.jpeg({ quality: QUALITY, optimiseCoding: false, chromaSubsampling }).toBuffer();
    return pixels.webp({ quality: QUALITY, lossless: bytes.includes('VP8L', 0, 'latin1') }).toBuffer();
  };
  return decode(picture, work, { more: picture.width * picture.height * COPY, signal });
}
