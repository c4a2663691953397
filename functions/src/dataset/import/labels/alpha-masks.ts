/** Masks that are pictures of the whole image, in which the tag is where they are not transparent (Label Studio's bit masks). */

import { painting, type Spend } from '../../../../../packages/formats/src/read/budget.ts';
import { type Loss, Losses } from '../../../../../packages/formats/src/read/losses.ts';
import type { Bounds } from '../../../../../packages/formats/src/read/outline-box.ts';
import type {
  ImageLabels,
  LabelBox,
  LabelMask,
  MaskSource,
  PlannedImage,
} from '../../../../../packages/formats/src/read/plan.ts';
import { decode, OversizedPicture, openPicture, UnreadablePicture } from '../../../common/images/decoding.ts';

type Alpha = Extract<MaskSource, { kind: 'alpha' }>;

/** Their boxes need their pixels, which are decoded when the labels of the image are read. */
export const withAlphaBoxes = (image: PlannedImage): PlannedImage => ({
  ...image,
  labels: async () => boxed(await image.labels(), painting()),
});

/** @throws FileFault */
async function boxed(labels: ImageLabels, spend: Spend): Promise<ImageLabels> {
  if (!labels.masks.some(({ source }) => source.kind === 'alpha')) return labels;
  const boxes: LabelBox[] = [...labels.boxes];
  const masks: LabelMask[] = [];
  const losses = new Losses();
  losses.addAll(labels.lost);
  for (const mask of labels.masks) {
    const { label, source } = mask;
    if (source.kind === 'alpha') {
      spend(source.width * source.height);
      const bounds = await boundsOfAlpha(source);
      if (typeof bounds === 'string') {
        losses.add(bounds);
        continue;
      }
      const [x, y, w, h] = bounds;
      boxes.push({ label, type: 'mask', unit: 'pixels', x, y, w, h });
    }
    masks.push(mask);
  }
  return { ...labels, boxes, masks, lost: losses.lost };
}

/** In pixels; or why there are none. */
async function boundsOfAlpha(source: Alpha): Promise<Bounds | Loss> {
  try {
    const picture = await openPicture(bytesOf(source));
    const measure = async () => {
      const alpha = await picture.sharp().ensureAlpha().extractChannel('alpha').raw().toBuffer();
      return boundsOfPixels(alpha, picture.width);
    };
    const bounds = await decode(picture, measure, { more: picture.width * picture.height });
    return bounds ?? 'annotations without a place';
  } catch (error) {
    if (error instanceof UnreadablePicture || error instanceof OversizedPicture)
      return 'masks in an encoding that is not read';
    throw error;
  }
}

/** Around the pixels that are not 0. */
function boundsOfPixels(pixels: Buffer, width: number): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = 0; y * width < pixels.length; y += 1) {
    const row = pixels.subarray(y * width, (y + 1) * width);
    const first = row.findIndex(isInside);
    if (first === -1) continue;
    left = Math.min(left, first);
    right = Math.max(right, row.findLastIndex(isInside));
    top = Math.min(top, y);
    bottom = y;
  }
  return bottom < 0 ? null : [left, top, right - left + 1, bottom - top + 1];
}

const isInside = (value: number): boolean => value !== 0;

/** As the PNG that is stored. */
export async function paintAlpha(source: Alpha): Promise<Buffer> {
  const picture = await openPicture(bytesOf(source));
  const { width, height } = picture;
  const paint = () =>
    picture
      .sharp()
      .ensureAlpha()
      .extractChannel('alpha')
      .toColourspace('b-w')
      .png({ compressionLevel: 6 })
      .toBuffer();
  return decode(picture, paint, { more: width * height });
}

const bytesOf = ({ png }: Alpha): Buffer => Buffer.from(png, 'base64');
