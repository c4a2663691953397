/** The pixels of a polygon or lasso: those whose centre is inside, by the even-odd rule. Pure. */
import type { Place, Span } from './brush.ts';

/**
 * @param corners at least 3; the last is connected to the first. A centre on an edge belongs to the area to the right of it or
 * below it, so that polygons that share an edge neither overlap nor leave a gap
 * @param height of the image; rows outside it are skipped
 */
export function fillPolygon(corners: readonly Place[], height: number, span: Span): void {
  const top = Math.max(0, Math.ceil(Math.min(...ys(corners)) - 0.5));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys(corners)) - 0.5) - 1);
  if (corners.length < 3 || bottom < top) return;
  const crossings = crossingsByRow(corners, top, bottom);
  crossings.forEach((row, at) => {
    row.sort((one, other) => one - other);
    for (let pair = 0; pair + 1 < row.length; pair += 2) {
      const [from, to] = [firstCentre(row[pair]!), firstCentre(row[pair + 1]!)];
      if (from < to) span(top + at, from, to);
    }
  });
}

const ys = (corners: readonly Place[]): number[] => corners.map(({ y }) => y);

/** The first pixel whose centre is at `x` or to the right of it. */
const firstCentre = (x: number): number => Math.ceil(x - 0.5);

/** Where edges cross the line through the centres of each row. */
function crossingsByRow(corners: readonly Place[], top: number, bottom: number): number[][] {
  const rows: number[][] = Array.from({ length: bottom - top + 1 }, () => []);
  corners.forEach((corner, at) => {
    const next = corners[(at + 1) % corners.length]!;
    // From the upper end, so that rounding is the same for both polygons that share the edge.
    const [upper, lower] = corner.y <= next.y ? [corner, next] : [next, corner];
    const first = Math.max(top, Math.ceil(upper.y - 0.5));
    const last = Math.min(bottom, Math.ceil(lower.y - 0.5) - 1);
    for (let y = first; y <= last; y += 1) {
      const share = (y + 0.5 - upper.y) / (lower.y - upper.y);
      rows[y - top]!.push(upper.x + share * (lower.x - upper.x));
    }
  });
  return rows;
}
