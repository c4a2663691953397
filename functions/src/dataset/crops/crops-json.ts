import type { CroppedImage } from './crop-image.ts';
import type { Crop } from './cut-crops.ts';

/** Bytes encoded at once: a multiple of three, because base64 turns three bytes into four characters. */
const PIECE = 3 * 256 * 1024;

/** The JSON array, in pieces. Ends before the image whose crops would exceed `limit`, but never before the first image. */
export async function* cropsJson(
  tag: string,
  images: AsyncIterable<CroppedImage | null>,
  limit: number,
): AsyncGenerator<string> {
  let count = 0;
  for await (const found of images) {
    if (!found) continue;
    if (count > 0 && count + found.count > limit) break;
    for await (const crop of found.crops) {
      yield count > 0 ? ',' : '[';
      yield* jsonOfCrop(tag, found.image.id, crop);
      count += 1;
    }
    if (count >= limit) break;
  }
  yield count > 0 ? ']' : '[]';
}

/** A crop as in Spec 2.5, in pieces, because it may have 10 MB. */
function* jsonOfCrop(id: string, imageId: string, { at, webp }: Crop): Generator<string> {
  yield `{"id":${JSON.stringify(id)},"imageId":${JSON.stringify(imageId)},"cropUri":"data:image/webp;base64,`;
  for (let start = 0; start < webp.length; start += PIECE)
    yield webp.toString('base64', start, start + PIECE);
  yield `","tagIndex":${at}}`;
}
