/** Vectors of many images, one after the other, and how far their values spread. */

export interface Vectors {
  /** Values of one vector. */
  width: number;
  count: number;
  values: Int8Array;
}

/** @throws RangeError if a vector has another length than the first one */
export function vectorsOf(rows: readonly Int8Array[]): Vectors {
  const width = rows[0]?.length ?? 0;
  const values = new Int8Array(width * rows.length);
  for (const [at, row] of rows.entries()) {
    if (row.length !== width)
      throw new RangeError(`a vector of ${row.length} values among those of ${width}`);
    values.set(row, at * width);
  }
  return { width, count: rows.length, values };
}

/** What makes values comparable: each is (value - mean) * scale. */
export interface Spread {
  mean: Float64Array;
  scale: Float64Array;
}

/** Of so many vectors, evenly chosen, a spread hardly differs from that of all. */
const ENOUGH = 4000;

/** @param rows those that are looked at; all if absent */
export function spreadOf(
  { width, count, values }: Vectors,
  rows: readonly number[] = evenly(count, ENOUGH),
): Spread {
  const [sums, squares] = [new Float64Array(width), new Float64Array(width)];
  for (const row of rows) {
    for (let at = 0, from = row * width; at < width; at++, from++) {
      const value = values[from]!;
      sums[at]! += value;
      squares[at]! += value * value;
    }
  }
  const mean = sums.map((sum) => sum / Math.max(1, rows.length));
  const deviation = squares.map((square, at) =>
    Math.sqrt(Math.max(0, square / Math.max(1, rows.length) - mean[at]! ** 2)),
  );
  return { mean, scale: deviation.map((each) => 1 / ((each + STEADY) * Math.sqrt(width))) };
}

/** A value that hardly changes is mostly rounding: its scale is kept small. */
const STEADY = 2;

/** At most `most` of the numbers below `count`, at even distances. */
export function evenly(count: number, most: number): number[] {
  const length = Math.min(count, most);
  return Array.from({ length }, (_, at) => Math.floor((at * count) / length));
}

export function scaledRow({ width, values }: Vectors, row: number, { mean, scale }: Spread): Float64Array {
  const scaled = new Float64Array(width);
  for (let at = 0, from = row * width; at < width; at++, from++)
    scaled[at] = (values[from]! - mean[at]!) * scale[at]!;
  return scaled;
}
