import type { Entry } from '../directory.ts';
import type { Source } from '../plan.ts';
import { recordsOf } from '../text-streams.ts';
import { fittingFiles } from './fitting-files.ts';

/** Rows as objects by the header's names. */
export async function* rowsOf(file: Entry, { archive }: Source): AsyncGenerator<Record<string, string>> {
  let header: readonly string[] | null = null;
  for await (const record of recordsOf(archive.stream(file))) {
    if (header) yield Object.fromEntries(header.map((name, at) => [name, record[at] ?? '']));
    else header = record;
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
