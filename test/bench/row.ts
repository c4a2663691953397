/** One line of the table. */
export interface Row {
  name: string;
  /** Figures of Sightline and of the reference in `unit`; NaN if there is no reference. */
  ours: number;
  reference: number;
  unit: string;
  /** Greater than 1 if Sightline is better; NaN without a reference. */
  ratio: number;
  /** The limit for the ratio, in words: `>= 0.8`; `''` for a figure that is only shown. */
  bar: string;
  /** True if missing the bar fails the run; other bars are goals. */
  mustHold?: boolean;
  note?: string;
}

/** A figure that is not compared. */
export const figure = (name: string, ours: number, unit: string, note?: string): Row => ({
  name,
  ours,
  reference: Number.NaN,
  unit,
  ratio: Number.NaN,
  bar: '',
  ...(note === undefined ? {} : { note }),
});

/** The percentile for this fraction. `values` need not be sorted. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
