import { parse, valuesOf } from '../common/http/parse.ts';
import { parameterFault } from './csv-fault.ts';
import type { GroupMode } from './groups.ts';
import { type Percentages, toPercentages } from './percentages.ts';
import { csvQuery } from './schema.ts';

/** What a caller asks of a training file (Spec 4.1, Contract 4). */
export interface CsvRequest {
  percentages: Percentages;
  group: GroupMode;
  /** As sent: it can be read only when the tags are known. */
  tagmap: string | undefined;
  /** Labels with fewer images than the importer wants are an error. */
  strict: boolean;
  /** The records keep the sets that the split gives them. */
  save: boolean;
}

/** @throws {CsvFault} `parameter` */
export function readCsvRequest(query: URLSearchParams): CsvRequest {
  const { test, validation, group, tagmap, strict, save } = parse(csvQuery, valuesOf(query), parameterFault);
  return { percentages: toPercentages({ test, validation }), group, tagmap, strict, save };
}
