import type { Shape } from '../../../../../../packages/evaluate/src/shapes.ts';
import type { Reading } from '../../../../common/storage/read-whole.ts';
import type { ManifestMask } from '../../../../common/versions/manifest.ts';
import { readPixels } from '../../../formats/archive/read-pixels.ts';
import { maskRegion } from '../../../formats/outline/rle.ts';
import { countsOf } from '../unit-boxes.ts';
import type { Drawn } from './truth.ts';

/** Maximum characters of the run lengths of a mask, as in an export. */
const MOST_RUNS = 8_000_000;

/** Reads the masks of a version, and counts those that cannot be read. */
export class RegionReader {
  lost = 0;
  readonly #reading: Reading & { dataset: string };

  constructor(reading: Reading & { dataset: string }) {
    this.#reading = reading;
  }

  async read(mask: ManifestMask): Promise<Record<Drawn, Shape> | null> {
    const shapes = await this.#shapesOf(mask);
    if (!shapes) this.lost += 1;
    return shapes;
  }

  async #shapesOf(mask: ManifestMask): Promise<Record<Drawn, Shape> | null> {
    const pixels = await readPixels(mask, this.#reading);
    const region = pixels && (await maskRegion(pixels, MOST_RUNS));
    if (region === null || region === 'too long') return null;
    const { segmentation, bbox } = region;
    const counts = countsOf(segmentation);
    return counts && { boxes: { box: bbox }, masks: { mask: { size: segmentation.size, counts } } };
  }
}
