import { parse } from '../common/http/parse.ts';
import { parameterFault } from './csv-fault.ts';
import type { PerSet } from './cuts.ts';
import { PRECISION, shares } from './schema.ts';

/** Shares asked for, in percent; together 100. */
export type Percentages = Readonly<PerSet>;

/** Contract 4: both absent. */
const DEFAULT_SHARE = 10;

/**
 * The query parameters `test` and `validation` (Spec 4.1, Contract 4): each 0 to 100, together at most 100; the
 * rest is for training. Both absent: 10 and 10. Only one absent: it is 0, for who names one share means that one.
 * @throws {CsvFault} `parameter`
 */
export const parsePercentages = (test: string | undefined, validation: string | undefined): Percentages =>
  toPercentages(parse(shares, { test, validation }, parameterFault));

/** The same of shares that were read. */
export function toPercentages(given: { test?: number | undefined; validation?: number | undefined }) {
  const isAbsent = given.test === undefined && given.validation === undefined;
  const { test = isAbsent ? DEFAULT_SHARE : 0, validation = isAbsent ? DEFAULT_SHARE : 0 } = given;
  const train = Math.round((100 - test - validation) * PRECISION) / PRECISION;
  // The rest may be -0, which a report would print.
  return { TEST: test, VALIDATION: validation, TRAIN: Math.abs(train) };
}
