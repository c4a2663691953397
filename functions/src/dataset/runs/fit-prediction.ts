import { FileFault } from '../../../../packages/formats/src/read/import-fault.ts';
import { runsOf } from '../../../../packages/formats/src/read/outline-box.ts';
import type { Prediction, RunLengths } from '../../../../packages/records/src/run-lines.ts';

/** Pixels of an upright image; 0 if they are not known. */
interface Size {
  width: number;
  height: number;
}

/** Smallest side of a box, as a share: less than half of it is 0 in a run's file. */
const LEAST = 1e-6;

/** The part of a box that is in the image; null if there is none. Models draw boxes beyond the edges. */
export function clipBox([x, y, w, h]: readonly [number, number, number, number]): Prediction['box'] | null {
  if (![x, y, w, h].every(Number.isFinite)) return null;
  const [left, width] = clip(x, w);
  const [top, height] = clip(y, h);
  return width < LEAST || height < LEAST ? null : [left, top, width, height];
}

/** Numbers that need no change stay as they are, to the last digit. */
function clip(start: number, length: number): [start: number, length: number] {
  if (start >= 0 && start + length <= 1) return [start, length];
  const from = Math.max(0, start);
  return [from, Math.min(1, start + length) - from];
}

/** Whether run lengths are of a mask of this image. */
export function fitsImage({ counts, size: [height, width] }: RunLengths, image: Size): boolean {
  if (image.width > 0 && (image.width !== width || image.height !== height)) return false;
  let left = height * width;
  try {
    for (const run of runsOf(counts)) {
      left -= run;
      if (run < 0 || left < 0) return false;
    }
  } catch (error) {
    if (error instanceof FileFault) return false;
    throw error;
  }
  return left === 0;
}
