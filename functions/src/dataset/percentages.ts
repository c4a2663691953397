import { CsvFault } from './csv-fault.ts';
import type { PerSet } from './cuts.ts';

/** Shares asked for, in percent; together 100. */
export type Percentages = Readonly<PerSet>;

/** Contract 4: both absent. */
const DEFAULT_SHARE = 10;
/** Decimals of percent that are told apart; keeps 33.3 + 66.7 at 100. */
const PRECISION = 1e6;

/**
 * The query parameters `test` and `validation` (Spec 4.1, Contract 4): each 0 to 100, together at most 100; the
 * rest is for training. Both absent: 10 and 10. Only one absent: it is 0, for who names one share means that one.
 * @throws {CsvFault} `parameter`
 */
export function parsePercentages(test: string | undefined, validation: string | undefined): Percentages {
  if (test === undefined && validation === undefined) return toPercentages(DEFAULT_SHARE, DEFAULT_SHARE);
  return toPercentages(parseShare('test', test), parseShare('validation', validation));
}

function toPercentages(test: number, validation: number): Percentages {
  const train = Math.round((100 - test - validation) * PRECISION) / PRECISION;
  if (train < 0) throw new CsvFault('parameter', 'test and validation together must be at most 100');
  // The rest may be -0, which a report would print.
  return { TEST: test, VALIDATION: validation, TRAIN: Math.abs(train) };
}

function parseShare(name: string, text: string | undefined): number {
  if (text === undefined) return 0;
  const share = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 100) return share;
  throw new CsvFault('parameter', `${name} must be a number from 0 to 100`);
}
