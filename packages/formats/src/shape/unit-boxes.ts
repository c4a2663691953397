/** Boxes in shares of the image, as runs have them. */
import type { Prediction, RunLengths } from '../../../records/src/run-lines.ts';
import { FileFault } from '../read/import-fault.ts';
import { measureRuns, runsOf } from '../read/outline-box.ts';

export type UnitBox = readonly [x: number, y: number, w: number, h: number];

/** The runs of a mask as numbers; null if they are not of a mask of its size. */
export function countsOf({ counts, size: [height, width] }: RunLengths): Uint32Array | null {
  // Each run takes a character at least.
  const runs = new Uint32Array(counts.length);
  let [length, left] = [0, height * width];
  try {
    for (const run of runsOf(counts)) {
      left -= run;
      if (run < 0 || left < 0) return null;
      runs[length++] = run;
    }
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
  return left === 0 ? runs.slice(0, length) : null;
}

/** Around the pixels of a mask; null if it has none. */
function boundsOfMask(rle: RunLengths): UnitBox | null {
  const [height, width] = rle.size;
  const bounds = measureRuns(countsOf(rle) ?? [], height);
  if (!bounds) return null;
  const [x, y, w, h] = bounds;
  return [x / width, y / height, w / width, h / height];
}

/** The place of a prediction; null if it says only that its class is somewhere in the image. */
export const boundsOf = ({ box, rle }: Prediction): UnitBox | null => box ?? (rle ? boundsOfMask(rle) : null);

/** Intersection over union. */
export function overlapOf(a: UnitBox, b: UnitBox): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (a[2] * a[3] + b[2] * b[3] - both);
}
