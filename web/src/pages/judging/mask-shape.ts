/** Masks of predictions as paths. Pure. */
import { DamagedRuns, pixelRuns } from '../../../../packages/evaluate/src/run-text.ts';
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
  try {
    for (const { from, end, isInside } of pixelRuns(counts, width * height)) {
      if (pieces.length > PIECES) return null;
      if (!isInside) continue;
      for (
        let column = step * Math.ceil(Math.floor(from / height) / step);
        column * height < end;
        column += step
      ) {
        const top = column * height;
        const [first, last] = [Math.max(from, top), Math.min(end, top + height)];
        if (first < last) add(column, first - top, last - top);
      }
    }
  } catch (error) {
    if (error instanceof DamagedRuns) return null;
    throw error;
  }
  return pieces.length === 0 ? null : { path: pieces.join(''), x: x / width, y: y / height };
}
