import { CsvFault } from './csv-fault.ts';
import { type GroupMode, parseGroupMode } from './groups.ts';
import { type Percentages, parsePercentages } from './percentages.ts';

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
  const value = (name: string): string | undefined => query.get(name) ?? undefined;
  return {
    percentages: parsePercentages(value('test'), value('validation')),
    group: parseGroupMode(value('group')),
    tagmap: value('tagmap'),
    strict: parseFlag('strict', value('strict')),
    save: parseFlag('save', value('save')),
  };
}

function parseFlag(name: string, text = 'false'): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new CsvFault('parameter', `${name} must be true or false`);
}
