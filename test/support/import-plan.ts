/** Archives in memory, as an import reads them. */
import { Archive } from '../../functions/src/dataset/import/archive/archive.ts';
import { planImport } from '../../functions/src/dataset/import/recognize.ts';
import type { ImportFormat } from '../../packages/formats/formats.ts';
import { sentenceOf } from '../../packages/formats/src/read/notes.ts';
import type { ImageLabels, ImportSet } from '../../packages/formats/src/read/plan.ts';

export const openArchive = (zip: Buffer): Promise<Archive> =>
  Archive.open(async (start, end) => zip.subarray(start, end), zip.length);

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
  const { images, notes, ...rest } = await planImport(await openArchive(zip), format);
  const read = images.map(
    async ({ entry, set, labels }) => [entry.path, { set, ...(await labels()) }] as const,
  );
  return { ...rest, notes: notes.map(sentenceOf), images: Object.fromEntries(await Promise.all(read)) };
}
