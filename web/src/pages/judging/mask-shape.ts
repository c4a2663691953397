/** Masks of predictions as paths. Pure. */
import { DamagedRuns, pixelRuns } from '../../../../packages/formats/src/shape/run-text.ts';
import type { Prediction } from '../../data/runs/run-images.ts';

/** Columns that are drawn: as many as a thumbnail has pixels. */
const COLUMNS = 300;
/** Pieces of columns; a mask with more is noise. */
const PIECES = 20_000;

/** Of an SVG whose view is as large as the mask; null for one without pixels, or one that cannot be drawn. */
export function pathOf({
  counts,
  size: [height = 0, width = 0],
}: NonNullable<Prediction['rle']>): string | null {
  const step = Math.max(1, Math.ceil(width / COLUMNS));
  const pieces: string[] = [];
  const add = (column: number, from: number, to: number) => {
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
  return pieces.length === 0 ? null : pieces.join('');
}
