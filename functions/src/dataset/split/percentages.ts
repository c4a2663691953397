import type { PerSet } from '../../../../packages/records/src/per-set.ts';

/** Requested shares in percent; their sum is 100. */
export type Percentages = Readonly<PerSet>;

/** Percentages are rounded to a millionth, so that 33.3 + 66.7 is 100. */
const PRECISION = 1e6;

/** Contract 4: used if both are absent. */
const DEFAULT_SHARE = 10;

export interface Shares {
  test?: number | undefined;
  validation?: number | undefined;
}

/**
 * From the query parameters `test` and `validation` (Spec 4.1, Contract 4); the rest is for training. If both are absent,
 * they are 10 and 10. If only one is absent, it is 0, because a caller who names one share means only that one.
 */
export function toPercentages(given: Shares): Percentages {
  const isAbsent = given.test === undefined && given.validation === undefined;
  const { test = isAbsent ? DEFAULT_SHARE : 0, validation = isAbsent ? DEFAULT_SHARE : 0 } = given;
  // The rest may be -0, which a report would print.
  return { TEST: test, VALIDATION: validation, TRAIN: Math.abs(trainingShare({ test, validation })) };
}

/** The rest; below 0 if the others are too much together. */
export const trainingShare = ({ test = 0, validation = 0 }: Shares): number =>
  Math.round((100 - test - validation) * PRECISION) / PRECISION;
