import { createHash } from 'node:crypto';
import { HttpError } from '../../common/errors.ts';
import { faultOf } from '../../common/foreign-errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import type { Datasets, ObjectStat, Objects } from '../../common/ports.ts';
import {
  type ImportRecord,
  type Imports,
  importName,
  type Uploads,
} from '../../common/versions/import-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { Archive } from './archive/archive.ts';
import { Budget } from './archive/budget.ts';
import type { ReadRange } from './archive/directory.ts';
import { ImportFault } from './import-fault.ts';
import { parseTagMap, type TagMap } from './labels/parse-tag-map.ts';
import type { Plan } from './plan.ts';
import { planImport } from './recognize.ts';
import type { ImportOptions } from './schema.ts';

export interface OpenPorts {
  datasets: Datasets;
  imports: Imports;
  objects: Pick<Objects, 'stat'>;
  uploads: Pick<Uploads, 'range'>;
}

export interface ImportInput extends Target, ImportOptions {
  /** Of the import. */
  id: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export interface FoundImport {
  dataset: Dataset;
  record: ImportRecord;
  /** Of the archive. */
  stat: ObjectStat;
  tagMap: TagMap;
  /** The same for the same archive and parameters. */
  request: string;
}

/**
 * The import, its archive and the parsed parameters.
 * @throws HttpError `dataset not found`, `forbidden`, `import not found`, `import not uploaded`, `import failed`,
 *   `bad parameter`
 */
export async function findImport(
  { id, format, tagmap, ...target }: ImportInput,
  { datasets, imports, objects }: OpenPorts,
): Promise<FoundImport> {
  const dataset = await requireDataset(target, 'editor', datasets);
  const record = isId(id) ? await imports.find(dataset.id, id) : null;
  if (!record) throw new HttpError('import not found', { id });
  noteLogFields({ import: id });
  const tagMap = parseTagMap(tagmap);
  const stat = await objects.stat(importName(dataset.id, id));
  if (!stat) throw new HttpError('import not uploaded', { id });
  if (stat.size !== record.size) {
    const reason = `the archive has ${stat.size} bytes, and ${record.size} were announced`;
    throw new HttpError('import failed', { reason });
  }
  const about = [stat.generation, format ?? null, [...tagMap]];
  const request = createHash('sha256').update(JSON.stringify(about)).digest('hex');
  return { dataset, record, stat, tagMap, request };
}

/**
 * Reads the archive's content.
 * @throws HttpError `import failed`, `unavailable`
 */
export async function openImport(
  { dataset, record, stat }: FoundImport,
  format: ImportOptions['format'],
  { uploads }: OpenPorts,
): Promise<{ archive: Archive; plan: Plan; budget: Budget }> {
  return openArchive(rangesOf(importName(dataset.id, record.id), stat, uploads), stat.size, format);
}

/** @throws HttpError `import failed`; what `read` throws */
export const openArchive = (
  read: ReadRange,
  size: number,
  format: ImportOptions['format'],
): Promise<{ archive: Archive; plan: Plan; budget: Budget }> =>
  asHttpError(async () => {
    const budget = new Budget();
    const archive = await Archive.open(read, size, budget);
    return { archive, plan: await planImport(archive, format, budget), budget };
  });

/** Reads one generation of an object. It throws HttpError `unavailable` if that was replaced or removed meanwhile. */
export const rangesOf =
  (name: string, stat: ObjectStat, uploads: Pick<Uploads, 'range'>): ReadRange =>
  async (start, end) => {
    const to = Math.min(end, stat.size);
    if (start >= to) return Buffer.alloc(0);
    try {
      return await uploads.range(name, { start, end: to, generation: stat.generation });
    } catch (error) {
      const isGone = faultOf(error) === 'missing' || faultOf(error) === 'changed';
      throw isGone ? new HttpError('unavailable', {}, error) : error;
    }
  };

/** @throws HttpError `import failed` for an ImportFault */
export async function asHttpError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw new HttpError('import failed', { reason: error.message }, error);
    throw error;
  }
}
