/** Masks of predictions as paths. Pure. */
import { DamagedRuns, readRuns } from '../../../../packages/evaluate/src/run-text.ts';
import type { Prediction } from '../../data/runs/run-images.ts';

export interface MaskShape {
  /** Of an SVG whose view is as large as the mask. */
  path: string;
  /** Its topmost point, in shares of the image. */
  x: number;
  y: number;
}

/** Columns that are drawn: as many as a thumbnail has pixels. */
const COLUMNS = 300;
/** Pieces of columns; a mask with more is noise. */
const PIECES = 20_000;

/** Null for a mask without pixels, or one that cannot be drawn. */
export function shapeOf({
  counts,
  size: [height = 0, width = 0],
}: NonNullable<Prediction['rle']>): MaskShape | null {
  const step = Math.max(1, Math.ceil(width / COLUMNS));
  const pieces: string[] = [];
  let [x, y]: [number, number] = [0, height];
  const add = (column: number, from: number, to: number) => {
    if (from < y) [x, y] = [column, from];
    pieces.push(
      `M${column} ${from}h${Math.min(step, width - column)}v${to - from}h-${Math.min(step, width - column)}z`,
    );
  };
  let [at, isInside]: [number, boolean] = [0, false];
  try {
    for (const run of readRuns(counts)) {
      const end = at + run;
      if (run < 0 || end > width * height || pieces.length > PIECES) return null;
      if (isInside)
        for (
          let column = step * Math.ceil(Math.floor(at / height) / step);
          column * height < end;
          column += step
        ) {
          const top = column * height;
          const [from, to] = [Math.max(at, top), Math.min(end, top + height)];
          if (from < to) add(column, from - top, to - top);
        }
      [at, isInside] = [end, !isInside];
    }
  } catch (error) {
    if (error instanceof DamagedRuns) return null;
    throw error;
  }
  return pieces.length === 0 ? null : { path: pieces.join(''), x: x / width, y: y / height };
}
