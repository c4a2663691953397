/** What readers of JSON share: files with an object on each line, and their members, which may be anything. */

import { jsonLines } from '../text/json-lines.ts';
import { finite, isFields } from '../text/values.ts';
import type { Entry } from './entry.ts';
import { fittingFiles } from './fitting-files.ts';
import type { Source } from './plan.ts';

export type Fields = Record<string, unknown>;

/** The files whose first line is of the format. */
export const filesWith = (source: Source, fits: (first: Fields) => boolean): Promise<Entry[]> =>
  fittingFiles(source.files('jsonl', 'ndjson'), async (file) => {
    for await (const first of objectsOf(file, source)) return fits(first);
    return false;
  });

export const objectsOf = (file: Entry, { archive }: Source): AsyncGenerator<Fields> =>
  jsonLines(archive.stream(file));

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const numbersOf = (value: unknown): number[] => listOf(value).map(finite);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
