/** One line of the table. */
export interface Row {
  name: string;
  /** Sightline's figure and its reference's, in `unit`; NaN where a figure has no reference. */
  ours: number;
  reference: number;
  unit: string;
  /** Ours against the reference so that more is better; NaN without a reference. */
  ratio: number;
  /** What the ratio is held against, in words: `>= 0.8`; `''` for a figure that is only shown. */
  bar: string;
  /** A bar that fails the run; others are goals. */
  mustHold?: boolean;
  note?: string;
}

/** A figure that is shown and compared with nothing. */
export const figure = (name: string, ours: number, unit: string, note?: string): Row => ({
  name,
  ours,
  reference: Number.NaN,
  unit,
  ratio: Number.NaN,
  bar: '',
  ...(note === undefined ? {} : { note }),
});

/** The value below which a share of the values lies. `values` need not be sorted. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
