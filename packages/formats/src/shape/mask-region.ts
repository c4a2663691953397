import type { Pixels } from './pixels.ts';
import { RunText } from './run-text.ts';

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
 * pixels, so they are not kept as a list.
 * @param most maximum length of the text
 * @returns null if no pixel belongs to the tag
 */
export function maskRegion({ width, height, data }: Pixels, most: number): MaskRegion | 'too long' | null {
  const runs = new RunText();
  const edges = { left: width, right: -1, top: height, bottom: -1 };
  let area = 0;
  let run = 0;
  let last = false;
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
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
