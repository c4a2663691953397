import * as z from 'zod/mini';
import { IMPORT_FORMATS, type ImportFormat } from '../../../../packages/formats/formats.ts';
import { imports } from '../../common/adapters/firestore/records/imports.ts';
import { objects } from '../../common/adapters/objects.ts';
import { uploads } from '../../common/adapters/uploads.ts';
import { HttpError } from '../../common/errors.ts';
import { faultOf } from '../../common/foreign-errors.ts';
import { about, id, members, oneOf } from '../../common/http/input/fields.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import type { ObjectStat } from '../../common/ports.ts';
import { type ImportRecord, importName } from '../../common/versions/import-ports.ts';
import { tagMap } from '../read-tag-map.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { ReadRange } from './archive/directory.ts';
import { parseTagMap, type TagMap } from './labels/parse-tag-map.ts';

export const importPath = z.object({ dataset_id: id('Dataset id'), import_id: id('Import id') });

const format = z
  .optional(oneOf('format', IMPORT_FORMATS))
  .check(
    about(
      "The archive's format; recognized by its content unless given. An archive with labels that are not understood is only imported in a format that is given.",
    ),
  );

const tagmap = tagMap(
  'Tags for labels of the archive: `{"<label>": "<tag id or name>"}` or `label:tag,label:tag`. Null leaves the label out. A tag that does not exist is created.',
  { fine: 'good', unknown: null },
);

export const checkBody = members({ format, tagmap });

export type ImportOptions = z.output<typeof checkBody>;

/** `id`: of the import. */
export type ImportInput = Target & ImportOptions & { id: string };

/** What the job is asked for, without what was not sent. */
export interface ImportJobInput {
  import: string;
  format?: ImportFormat;
  /** As text: a label may be no name of a field. */
  tagmap?: string;
  /** False: a program has started it, and nothing that comes counts as checked (Contract 9, 17). */
  isPerson: boolean;
}

export interface FoundImport {
  dataset: Dataset;
  id: string;
  record: ImportRecord;
  /** Of the archive. */
  stat: ObjectStat;
  tagMap: TagMap;
}

/**
 * The import, its archive and the parsed parameters.
 * @throws HttpError `dataset not found`, `forbidden`, and as `openImport`
 */
export async function findImport(input: ImportInput): Promise<FoundImport> {
  return openImport(await requireDataset(input, 'editor'), input);
}

/** @throws HttpError `import not found`, `import not uploaded`, `import failed`, `bad parameter` */
export async function openImport(
  dataset: Dataset,
  { id, tagmap }: Pick<ImportInput, 'id' | 'tagmap'>,
): Promise<FoundImport> {
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
  return { dataset, id, record, stat, tagMap };
}

/** Reads one generation of an object. It throws HttpError `unavailable` if that was replaced or removed meanwhile. */
export const rangesOf =
  (name: string, stat: ObjectStat): ReadRange =>
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
