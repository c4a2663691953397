import type { Shape } from '../../../../../../packages/evaluate/src/shapes.ts';
import { MOST_RUNS, maskRegion } from '../../../../../../packages/formats/src/shape/mask-region.ts';
import { countsOf } from '../../../../../../packages/formats/src/shape/unit-boxes.ts';
import type { ManifestImage, ManifestMask } from '../../../../../../packages/records/src/manifest.ts';
import { HttpError } from '../../../../common/errors.ts';
import { decodeMask, type MaskPlace } from '../../../formats/archive/read-pixels.ts';
import type { Drawn } from './truth.ts';

/** Pixels of the masks of one image: 40 of the largest ones, a thousand of a usual camera. Some 20 seconds. */
const MOST_OF_IMAGE = 2e9;
/** Of one call: 25,000 masks of two megapixels. */
const MOST_OF_CALL = 5e10;

/** Reads the masks of a version, and counts those that cannot be read. */
export class RegionReader {
  lost = 0;
  readonly #bytesOf: (mask: MaskPlace) => Promise<Buffer | null>;
  readonly #ofImage = new WeakMap<ManifestImage, number>();
  #ofCall = 0;

  constructor(bytesOf: (mask: MaskPlace) => Promise<Buffer | null>) {
    this.#bytesOf = bytesOf;
  }

  /** @throws HttpError `too costly` */
  async read(mask: ManifestMask, image: ManifestImage): Promise<Record<Drawn, Shape> | null> {
    const shapes = await this.#shapesOf(mask, image);
    if (!shapes) this.lost += 1;
    return shapes;
  }

  async #shapesOf(
    { uri, generation }: ManifestMask,
    image: ManifestImage,
  ): Promise<Record<Drawn, Shape> | null> {
    const bytes = await this.#bytesOf({ uri, generation });
    const pixels = bytes && (await decodeMask(bytes, undefined, (count) => this.#spend(count, image)));
    const region = pixels && maskRegion(pixels, MOST_RUNS);
    if (region === null || region === 'too long') return null;
    const { segmentation, bbox } = region;
    const counts = countsOf(segmentation);
    return counts && { boxes: { box: bbox }, masks: { mask: { size: segmentation.size, counts } } };
  }

  #spend(pixels: number, image: ManifestImage): void {
    const ofImage = (this.#ofImage.get(image) ?? 0) + pixels;
    this.#ofImage.set(image, ofImage);
    this.#ofCall += pixels;
    if (ofImage > MOST_OF_IMAGE)
      throw new HttpError('too costly', {
        reason: `the masks of image ${image.image} have ${ofImage} pixels or more; at most ${MOST_OF_IMAGE}`,
      });
    if (this.#ofCall > MOST_OF_CALL)
      throw new HttpError('too costly', {
        reason: `the masks of the set have ${this.#ofCall} pixels or more; at most ${MOST_OF_CALL}`,
      });
  }
}
