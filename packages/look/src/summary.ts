/** What is kept of a response over a picture: its percentiles, and its strongest cells, which show what is small. */
import type { Plane } from './pixels.ts';

/** Shares of the values that lie below. The last ones are for defects: a scratch covers some thousandths of a picture. */
const SHARES = [0.5, 0.9, 0.97, 0.99, 0.998, 0.9995] as const;
/** The same of values with a sign, whose lowest ones say as much. */
const SIGNED_SHARES = [0.002, 0.03, 0.25, 0.75, 0.97, 0.998] as const;
const STRONGEST = 5;
export const SUMMARY_LENGTH = SHARES.length + STRONGEST;

/** Values are counted in steps, from `-offset` on. */
interface Bins {
  offset: number;
  perStep: number;
  count: number;
}

const FROM_ZERO: Bins = { offset: 0, perStep: 16, count: 2048 };
const SIGNED: Bins = { offset: 256, perStep: 4, count: 2048 };

/** Percentiles, and the means of the strongest cells of `side` by `side` values. */
export const summarize = (from: Plane, side: number): number[] => [
  ...percentiles(from.values, FROM_ZERO, SHARES),
  ...strongest(meansOfCells(from, side)),
];

/** Of values with a sign the strongest cells are those that differ most from the mean. */
export function summarizeSigned(from: Plane, side: number): number[] {
  const cells = meansOfCells(from, side);
  let sum = 0;
  for (const cell of cells) sum += cell;
  const mean = sum / cells.length;
  const apart = cells.map((cell) => Math.abs(cell - mean));
  return [...percentiles(from.values, SIGNED, SIGNED_SHARES), ...strongest(apart)];
}

function percentiles(
  values: Float32Array,
  { offset, perStep, count }: Bins,
  shares: readonly number[],
): number[] {
  const counts = new Uint32Array(count);
  const last = count - 1;
  for (let at = 0; at < values.length; at++) {
    const bin = ((values[at]! + offset) * perStep) | 0;
    counts[bin < last ? bin : last]!++;
  }
  let [bin, below] = [0, counts[0]!];
  return shares.map((share) => {
    while (below <= share * values.length && bin < last) below += counts[++bin]!;
    return bin / perStep - offset;
  });
}

/** Cells at the right and lower edge take the rest. A plane smaller than a cell is one. */
function meansOfCells({ values, width, height }: Plane, side: number): Float64Array {
  const [columns, rows] = [Math.max(1, Math.floor(width / side)), Math.max(1, Math.floor(height / side))];
  const [sums, counts] = [new Float64Array(columns * rows), new Uint32Array(columns * rows)];
  const columnOf = Int32Array.from({ length: width }, (_, x) => Math.min(columns - 1, Math.floor(x / side)));
  for (let y = 0, at = 0; y < height; y++) {
    const first = Math.min(rows - 1, Math.floor(y / side)) * columns;
    for (let x = 0; x < width; x++, at++) {
      const cell = first + columnOf[x]!;
      sums[cell]! += values[at]!;
      counts[cell]!++;
    }
  }
  return sums.map((sum, cell) => sum / counts[cell]!);
}

/** Highest first; a picture with fewer cells repeats its weakest one. */
function strongest(cells: Float64Array): number[] {
  const sorted = cells.slice().sort().reverse();
  return Array.from({ length: STRONGEST }, (_, at) => sorted[Math.min(at, sorted.length - 1)]!);
}
