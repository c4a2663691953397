import type { output } from 'zod/mini';
import type { csvQuery } from '../schema.ts';
import { type Percentages, toPercentages } from '../split/percentages.ts';

type CsvQuery = output<typeof csvQuery>;

/** What a caller wants in a training file (Spec 4.1, Contract 4). */
export type CsvRequest = Omit<CsvQuery, 'test' | 'validation'> & { percentages: Percentages };

export const toCsvRequest = ({ test, validation, ...rest }: CsvQuery): CsvRequest => ({
  ...rest,
  percentages: toPercentages({ test, validation }),
});
