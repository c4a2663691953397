import type { Spend } from '../../../../../packages/formats/src/read/budget.ts';
import { type Canvas, INSIDE } from './rle-runs.ts';

/** Points of one polygon that are read. */
export const MOST_POINTS = 100_000;
/** Pixels that take as long as a point of an outline, or a crossing of it with a row. */
const STEP = 100;

/**
 * Paints the pixels whose centers are inside, by the even-odd rule.
 * @param points x and y in turn, in pixels
 * @throws what `spend` throws if it takes too long
 */
export function paintPolygon(
  points: readonly number[],
  { width, height, pixels }: Canvas,
  spend: Spend,
): void {
  const edges = edgesOf(points, height);
  spend(STEP * edges.reduce((steps, { first, last }) => steps + last - first + 1, points.length / 2));
  const starting = Map.groupBy(edges, ({ first }) => first);
  const end = edges.reduce((most, { last }) => Math.max(most, last), -1);
  let active: Edge[] = [];
  for (let y = edges.reduce((least, { first }) => Math.min(least, first), height); y <= end; y += 1) {
    active = active.filter(({ last }) => y <= last).concat(starting.get(y) ?? []);
    const crossings = Float64Array.from(active, ({ top, x, slope }) => x + (y + 0.5 - top) * slope).sort();
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.max(0, Math.ceil((crossings[at] as number) - 0.5));
      const to = Math.min(width, Math.ceil((crossings[at + 1] as number) - 0.5));
      if (from < to) pixels.fill(INSIDE, y * width + from, y * width + to);
    }
  }
}

interface Edge {
  /** Rows that it crosses; each row looks only at its own edges. */
  first: number;
  last: number;
  top: number;
  /** At `top`, and per row. */
  x: number;
  slope: number;
}

/** Only those that cross the center of a row. */
function edgesOf(points: readonly number[], height: number): Edge[] {
  const count = Math.floor(points.length / 2);
  return Array.from({ length: count }, (_, at): Edge => {
    const next = (at + 1) % count;
    const [x1, y1] = [points[at * 2] as number, points[at * 2 + 1] as number];
    const [x2, y2] = [points[next * 2] as number, points[next * 2 + 1] as number];
    const [top, bottom] = y1 <= y2 ? [y1, y2] : [y2, y1];
    const first = Math.max(0, Math.ceil(top - 0.5));
    const last = Math.min(height - 1, Math.ceil(bottom - 0.5) - 1);
    return { first, last, top, x: y1 <= y2 ? x1 : x2, slope: (x2 - x1) / (y2 - y1) };
  }).filter(({ first, last }) => first <= last);
}
