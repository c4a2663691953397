/** The box around an outline or run lengths, for objects that have none of their own. */
import { DamagedRuns, readRuns } from '../shape/run-text.ts';
import { FileFault, unlessFaultSync } from './import-fault.ts';
import type { LabelBox, MaskSource } from './plan.ts';

/** Left and top edge, width and height. */
export type Bounds = [x: number, y: number, w: number, h: number];

/** @param points x and y in turn. Null if there are none. */
export function boundsOf(polygons: readonly (readonly number[])[]): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of polygons)
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x, y] = [points[at] as number, points[at + 1] as number];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  return left > right ? null : [left, top, right - left, bottom - top];
}

/** In pixels. Null for run lengths without a pixel, or damaged ones: their image is refused when they are painted. */
export function boundsOfRuns({ counts, height }: Extract<MaskSource, { kind: 'rle' }>): Bounds | null {
  if (!(height > 0)) return null;
  return unlessFaultSync(
    () => measureRuns(typeof counts === 'string' ? runsOf(counts) : counts, height),
    () => null,
  );
}

/** The same for run lengths of a part, row by row. */
export function boundsOfRows({
  counts,
  left,
  top,
  width,
}: Extract<MaskSource, { kind: 'rows' }>): Bounds | null {
  const turned = width > 0 ? measureRuns(counts, width) : null;
  return turned && [left + turned[1], top + turned[0], turned[3], turned[2]];
}

/** Around the pixels of runs that go down the columns; null if there are none. */
export function measureRuns(runs: Iterable<number>, height: number): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let at = 0;
  let isInside = false;
  for (const run of runs) {
    const last = at + run - 1;
    if (isInside && run > 0) {
      const [first, end] = [Math.floor(at / height), Math.floor(last / height)];
      left = Math.min(left, first);
      right = Math.max(right, end);
      top = Math.min(top, first === end ? at % height : 0);
      bottom = Math.max(bottom, first === end ? last % height : height - 1);
    }
    at += run;
    isInside = !isInside;
  }
  return left > right ? null : [left, top, right - left + 1, bottom - top + 1];
}

/** The box of an outlined object, as shares of the image's size. */
export function boxAround(label: string, points: readonly number[]): LabelBox[] {
  const bounds = boundsOf([points]);
  if (!bounds) return [];
  const [x, y, w, h] = bounds;
  return [{ label, type: 'mask', unit: 'share', x, y, w, h }];
}

/** @throws FileFault */
export function* runsOf(text: string): Generator<number> {
  try {
    yield* readRuns(text);
  } catch (error) {
    throw error instanceof DamagedRuns ? new FileFault('its mask has damaged run lengths') : error;
  }
}
