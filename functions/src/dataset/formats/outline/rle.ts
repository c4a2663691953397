import { isPauseDue, pause, STRETCH } from '../../../common/concurrency/pause.ts';
import type { Pixels } from './pixels.ts';

/** Maximum characters of the run lengths of a mask, and of those of one image: a mask of every second pixel has as many as pixels. */
export const MOST_RUNS = 8_000_000;

/** A mask in the COCO format. */
export interface Rle {
  /** Height, width. */
  size: [number, number];
  counts: string;
}

export interface MaskRegion {
  segmentation: Rle;
  /** Number of pixels that belong to the tag. */
  area: number;
  /** Bounding box of these pixels: x, y, width, height. */
  bbox: [number, number, number, number];
}

/**
 * COCO's run lengths: column by column, alternating runs of 0 and 1, starting with 0, as text. A mask may have as many runs as
 * pixels, so they are neither kept as a list nor written without pauses.
 * @param most maximum length of the text
 * @returns null if no pixel belongs to the tag
 */
export async function maskRegion(
  { width, height, data }: Pixels,
  most: number,
): Promise<MaskRegion | 'too long' | null> {
  const runs = new RunText();
  const edges = { left: width, right: -1, top: height, bottom: -1 };
  let area = 0;
  let run = 0;
  let last = false;
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      if (y % STRETCH === 0 && isPauseDue()) await pause();
      const isTag = data[y * width + x] !== 0;
      if (isTag !== last) {
        runs.add(run);
        if (runs.length > most) return 'too long';
        run = 0;
        last = isTag;
      }
      run += 1;
      if (!isTag) continue;
      area += 1;
      edges.left = Math.min(edges.left, x);
      edges.right = x;
      if (y < edges.top) edges.top = y;
      if (y > edges.bottom) edges.bottom = y;
    }
  }
  if (area === 0) return null;
  runs.add(run);
  const { left, right, top, bottom } = edges;
  return {
    segmentation: { size: [height, width], counts: runs.text() },
    area,
    bbox: [left, top, right - left + 1, bottom - top + 1],
  };
}

/**
 * Run lengths as text (`rleToString` of the COCO API, maskApi.c): from the third run on, the difference to the run two before it,
 * in groups of five bits, lowest first, plus 48.
 */
export class RunText {
  #bytes = Buffer.alloc(1024);
  length = 0;
  #count = 0;
  /** The last two runs, the earlier one first. */
  #before: [number, number] = [0, 0];

  add(run: number): void {
    let rest = this.#count > 2 ? run - this.#before[0] : run;
    this.#before = [this.#before[1], run];
    this.#count += 1;
    // A run of at most 50 million has six groups.
    if (this.length + 6 > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], 2 * this.#bytes.length);
    for (let more = true; more; ) {
      let group = rest & 0x1f;
      rest >>= 5;
      more = (group & 0x10) !== 0 ? rest !== -1 : rest !== 0;
      if (more) group |= 0x20;
      this.#bytes[this.length++] = group + 48;
    }
  }

  text(): string {
    return this.#bytes.toString('latin1', 0, this.length);
  }
}
