import type { output } from 'zod/mini';
import type { csvQuery } from '../schema.ts';
import type { GroupMode } from '../split/groups.ts';
import { type Percentages, toPercentages } from '../split/percentages.ts';
import type { CsvFormat } from './csv-format.ts';

/** What a caller wants in a training file (Spec 4.1, Contract 4). */
export interface CsvRequest {
  percentages: Percentages;
  group: GroupMode;
  format: CsvFormat;
  /** As sent: it is parsed when the tags are known. */
  tagmap: string | undefined;
  /** Labels with fewer images than the importer requires are an error. */
  strict: boolean;
  /** The assigned sets are written to the records. */
  save: boolean;
  /** The answer has an address from which a browser gets the file. */
  link: boolean;
}

export const toCsvRequest = ({ test, validation, ...rest }: output<typeof csvQuery>): CsvRequest => ({
  ...rest,
  percentages: toPercentages({ test, validation }),
  tagmap: rest.tagmap,
});
