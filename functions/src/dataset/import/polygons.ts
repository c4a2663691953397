import type { Canvas } from './rle-runs.ts';

/** Points of one polygon. */
const MOST_POINTS = 100_000;

/** Paints the pixels whose centers are inside, by the even-odd rule. Points: x and y in turn, in pixels. */
export function paintPolygons(
  polygons: readonly (readonly number[])[],
  { width, height }: { width: number; height: number },
  { pixels, value }: Canvas,
): void {
  const edges = polygons.flatMap((points) => edgesOf(points.slice(0, MOST_POINTS * 2)));
  // Edges by the first row that they cross, so that each row looks only at its own.
  const starting = new Map<number, Edge[]>();
  let last = -1;
  for (const edge of edges) {
    const first = Math.max(0, Math.ceil(edge.top - 0.5));
    const end = Math.min(height - 1, Math.ceil(edge.bottom - 0.5) - 1);
    if (first > end) continue;
    starting.set(first, [...(starting.get(first) ?? []), edge]);
    last = Math.max(last, end);
  }
  let active: Edge[] = [];
  for (let y = Math.min(height, ...starting.keys()); y <= last; y += 1) {
    active.push(...(starting.get(y) ?? []));
    active = active.filter(({ bottom }) => y + 0.5 < bottom);
    const crossings = active.map(({ top, x, slope }) => x + (y + 0.5 - top) * slope).sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.max(0, Math.ceil((crossings[at] as number) - 0.5));
      const to = Math.min(width, Math.ceil((crossings[at + 1] as number) - 0.5));
      if (from < to) pixels.fill(value, y * width + from, y * width + to);
    }
  }
}

interface Edge {
  top: number;
  bottom: number;
  /** At `top`, and per row. */
  x: number;
  slope: number;
}

function edgesOf(points: readonly number[]): Edge[] {
  const count = Math.floor(points.length / 2);
  return Array.from({ length: count }, (_, at): Edge => {
    const next = (at + 1) % count;
    const [x1, y1] = [points[at * 2] as number, points[at * 2 + 1] as number];
    const [x2, y2] = [points[next * 2] as number, points[next * 2 + 1] as number];
    const [top, bottom] = y1 <= y2 ? [y1, y2] : [y2, y1];
    return { top, bottom, x: y1 <= y2 ? x1 : x2, slope: (x2 - x1) / (y2 - y1) };
  }).filter(({ top, bottom }) => top < bottom);
}
