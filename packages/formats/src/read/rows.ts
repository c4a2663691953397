import { recordsOf } from '../text/text-streams.ts';
import type { Entry } from './entry.ts';
import { fittingFiles } from './fitting-files.ts';
import type { Source } from './plan.ts';

/** Rows as objects by the header's names. */
export async function* rowsOf(file: Entry, { archive }: Source): AsyncGenerator<Record<string, string>> {
  let header: readonly string[] | null = null;
  for await (const record of recordsOf(archive.stream(file))) {
    if (!header) header = record;
    else {
      const names: readonly string[] = header;
      // As long as the row: a header may have a million columns.
      yield Object.fromEntries(record.slice(0, names.length).map((value, at) => [names[at], value]));
    }
  }
}

/** The tables whose header fits. */
export const tablesWith = (
  { files, archive }: Source,
  fits: (header: readonly string[], file: Entry) => boolean,
): Promise<Entry[]> =>
  fittingFiles(files('csv'), async (file) => {
    for await (const header of recordsOf(archive.stream(file))) return fits(header, file);
    return false;
  });
