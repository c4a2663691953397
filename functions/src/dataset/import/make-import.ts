import { uidOf } from '../../common/access/permit-maker.ts';
import { imports } from '../../common/adapters/firestore/records/imports.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets } from '../../common/ports.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { importName, type Uploads } from '../../common/versions/import-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

interface Input extends Target {
  /** File name of the archive, and its size in bytes. */
  name: string;
  size: number;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Of the page that will send the archive. */
  origin: string | null;
}

/**
 * Begins an import: its record, and an upload for its archive (Contract 11).
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function makeImport(
  { name, size, requestKey, origin, ...target }: Input,
  ports: { datasets: Datasets; uploads: Uploads },
): Promise<{ id: string; upload: string }> {
  const { id: dataset } = await requireDataset(target, 'editor', ports.datasets);
  const by = uidOf(target.caller);
  const request = nameRequest(`import ${dataset} ${size} ${name}`, by, requestKey);
  const id = request === null ? randomId() : idOf(request);
  noteLogFields({ import: id });
  const about = { contentType: 'application/zip', size, origin };
  const upload = await ports.uploads.begin(importName(dataset, id), about);
  await imports.create(dataset, { id, name, size, by });
  return { id, upload };
}
