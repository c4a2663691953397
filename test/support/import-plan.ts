/** Archives in memory, as an import reads them. */
import { Archive } from '../../functions/src/dataset/import/archive/archive.ts';
import { Budget } from '../../functions/src/dataset/import/archive/budget.ts';
import type { ImportFormat } from '../../functions/src/dataset/import/import-format.ts';
import { sentenceOf } from '../../functions/src/dataset/import/notes.ts';
import type { ImageLabels, ImportSet } from '../../functions/src/dataset/import/plan.ts';
import { planImport } from '../../functions/src/dataset/import/recognize.ts';

export const openArchive = (zip: Buffer, budget = new Budget()): Promise<Archive> =>
  Archive.open(async (start, end) => zip.subarray(start, end), zip.length, budget);

export interface Planned {
  format: ImportFormat;
  declared: readonly string[];
  /** By path in the archive. */
  images: Record<string, { set: ImportSet } & ImageLabels>;
  unread: { path: string; reason: string }[];
  notes: string[];
}

/** @throws ImportFault */
export async function plan(zip: Buffer, format?: ImportFormat): Promise<Planned> {
  const budget = new Budget();
  const { images, notes, ...rest } = await planImport(await openArchive(zip, budget), format, budget);
  const read = images.map(
    async ({ entry, set, labels }) => [entry.path, { set, ...(await labels()) }] as const,
  );
  return { ...rest, notes: notes.map(sentenceOf), images: Object.fromEntries(await Promise.all(read)) };
}
