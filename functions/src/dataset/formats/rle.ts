import type { Pixels } from './archive-format.ts';

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
 * COCO's run lengths: column by column, alternating runs of 0 and 1, starting with 0. Encoded as text (`rleToString` of the
 * COCO API, maskApi.c): from the third run on, the difference to the run two before it, in groups of five bits, lowest
 * first, plus 48.
 * @returns null if no pixel belongs to the tag
 */
export function maskRegion({ width, height, data }: Pixels): MaskRegion | null {
  const runs: number[] = [];
  const edges = { left: width, right: -1, top: height, bottom: -1 };
  let area = 0;
  let run = 0;
  let last = false;
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      const isTag = data[y * width + x] !== 0;
      if (isTag !== last) {
        runs.push(run);
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
  runs.push(run);
  const { left, right, top, bottom } = edges;
  return {
    segmentation: { size: [height, width], counts: rleText(runs) },
    area,
    bbox: [left, top, right - left + 1, bottom - top + 1],
  };
}

export function rleText(runs: readonly number[]): string {
  let text = '';
  for (const [index, run] of runs.entries()) {
    let rest = index > 2 ? run - (runs[index - 2] as number) : run;
    for (let more = true; more; ) {
      let group = rest & 0x1f;
      rest >>= 5;
      more = (group & 0x10) !== 0 ? rest !== -1 : rest !== 0;
      if (more) group |= 0x20;
      text += String.fromCharCode(group + 48);
    }
  }
  return text;
}
