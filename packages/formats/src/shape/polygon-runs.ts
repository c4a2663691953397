/** Outlines as masks, to the pixel as the COCO API makes them (`rleFrPoly` and `rleMerge` of maskApi.c). */
import type { RunLengths } from '../../../records/src/run-lines.ts';
import { RunText } from './run-text.ts';

/** x and y in turns, in pixels. The last point is joined to the first one. */
type Points = readonly number[];
type Size = Record<'width' | 'height', number>;

/** Points of an outline are on a grid this many times as fine as pixels. */
const SCALE = 5;
/** Steps along the outlines of one object: a million pixels of outline, and a tenth of a second. */
const MOST_STEPS = SCALE * 1_000_000;

/** The pixels that are in any of these outlines; null if they are longer than any object's, or have no three points. */
export function polygonRuns(polygons: readonly Points[], size: Size): RunLengths | null {
  const grids = polygons.filter((each) => each.length >= 6).map(gridOf);
  const steps = grids.reduce((sum, grid) => sum + stepsOf(grid), 0);
  // Also for a point that is no number.
  if (grids.length === 0 || !(steps <= MOST_STEPS)) return null;
  const runs = grids.map((grid) => runsWithin(grid, size)).reduce(union);
  const text = new RunText();
  for (const run of runs) text.add(run);
  return { counts: text.text(), size: [size.height, size.width] };
}

type Grid = readonly (readonly [x: number, y: number])[];

/** From the first point back to it. */
function gridOf(points: Points): Grid {
  const round = (value: number) => Math.trunc(SCALE * value + 0.5);
  const grid = Array.from(
    { length: points.length >> 1 },
    (_, at) => [round(points[2 * at]!), round(points[2 * at + 1]!)] as const,
  );
  return [...grid, grid[0]!];
}

const stepsOf = (grid: Grid): number =>
  grid.reduce((sum, [x, y], at) => {
    const [beforeX, beforeY] = grid[at - 1] ?? [x, y];
    return sum + Math.max(Math.abs(x - beforeX), Math.abs(y - beforeY)) + 1;
  }, 0);

/** Runs of pixels outside and inside in turn, column by column: an outline that passes a column's middle changes the side. */
function runsWithin(grid: Grid, { width, height }: Size): number[] {
  const crossings: number[] = [];
  let [beforeX, beforeY] = grid[0]!;
  for (const [x, y] of walk(grid)) {
    if (x !== beforeX) {
      const column = (Math.min(x, beforeX) + 0.5) / SCALE - 0.5;
      if (Number.isInteger(column) && column >= 0 && column <= width - 1) {
        const row = (Math.min(y, beforeY) + 0.5) / SCALE - 0.5;
        crossings.push(column * height + Math.ceil(Math.min(height, Math.max(0, row))));
      }
    }
    [beforeX, beforeY] = [x, y];
  }
  const ends = Float64Array.from([...crossings, width * height]).sort();
  return joined(Array.from(ends, (end, at) => end - (ends[at - 1] ?? 0)));
}

/** Two crossings at one place are none: what is before and behind them is one run. */
function joined(lengths: readonly number[]): number[] {
  const runs = [lengths[0] ?? 0];
  for (let at = 1; at < lengths.length; at += 1) {
    if (lengths[at]! > 0) runs.push(lengths[at]!);
    else runs[runs.length - 1]! += lengths[++at] ?? 0;
  }
  return runs;
}

/** The points of a grid that straight lines between its points touch. */
function* walk(grid: Grid): Generator<readonly [x: number, y: number]> {
  for (const [at, [toX, toY]] of grid.entries()) {
    if (at === 0) continue;
    const [fromX, fromY] = grid[at - 1]!;
    const [dx, dy] = [Math.abs(toX - fromX), Math.abs(toY - fromY)];
    const isFlat = dx >= dy;
    // From the lower end, whichever way it goes: there and back are the same points.
    const isBack = isFlat ? fromX > toX : fromY > toY;
    const [startX, startY, endX, endY] = isBack ? [toX, toY, fromX, fromY] : [fromX, fromY, toX, toY];
    const length = isFlat ? dx : dy;
    const slope = length === 0 ? 0 : isFlat ? (endY - startY) / dx : (endX - startX) / dy;
    for (let step = 0; step <= length; step += 1) {
      const along = isBack ? length - step : step;
      yield isFlat
        ? [startX + along, Math.trunc(startY + slope * along + 0.5)]
        : [Math.trunc(startX + slope * along + 0.5), startY + along];
    }
  }
}

/** The pixels that are in one of two masks of the same size. */
function union(first: readonly number[], second: readonly number[]): number[] {
  const sides = [first, second].map((runs) => ({ runs, at: 0, left: runs[0] ?? 0, isInside: false }));
  const runs: number[] = [];
  let [length, isInside] = [0, false];
  for (;;) {
    const step = Math.min(...sides.map(({ left }) => left));
    length += step;
    for (const side of sides) {
      side.left -= step;
      if (side.left > 0 || side.at + 1 >= side.runs.length) continue;
      side.at += 1;
      side.left = side.runs[side.at]!;
      side.isInside = !side.isInside;
    }
    const isOver = sides.every(({ left }) => left === 0);
    const isNow = sides.some((side) => side.isInside);
    if (isNow !== isInside || isOver) {
      runs.push(length);
      [length, isInside] = [0, isNow];
    }
    if (isOver) return runs;
  }
}
