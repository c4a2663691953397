import * as z from 'zod/mini';
import { uidOf } from '../../common/access/permit-maker.ts';
import { imports } from '../../common/adapters/firestore/records/imports.ts';
import { uploads } from '../../common/adapters/uploads.ts';
import { about, members } from '../../common/http/input/fields.ts';
import { noteLogFields } from '../../common/log.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { importName } from '../../common/versions/import-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

/** Maximum size of an archive, in bytes. */
const MOST_BYTES = 50 * 1024 ** 3;
const LONGEST_NAME = 200;

const NO_NAME = `name must be text of 1 to ${LONGEST_NAME} characters`;
const NO_SIZE = `size must be the archive's size in bytes: a whole number from 22 to ${MOST_BYTES}`;

export const importBody = members({
  name: z
    .string(NO_NAME)
    .check(
      z.minLength(1, NO_NAME),
      z.maxLength(LONGEST_NAME, NO_NAME),
      z.refine((given) => given.isWellFormed(), NO_NAME),
    )
    .check(about('File name of the archive.')),
  size: z.int(NO_SIZE).check(z.gte(22, NO_SIZE), z.lte(MOST_BYTES, NO_SIZE)).check(about('Bytes.')),
});

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
export async function makeImport({
  name,
  size,
  requestKey,
  origin,
  ...target
}: Input): Promise<{ id: string; upload: string }> {
  const { id: dataset } = await requireDataset(target, 'editor');
  const by = uidOf(target.caller);
  const request = nameRequest(`import ${dataset} ${size} ${name}`, by, requestKey);
  const id = request === null ? randomId() : idOf(request);
  noteLogFields({ import: id });
  const about = { contentType: 'application/zip', size, origin };
  const upload = await uploads.begin(importName(dataset, id), about);
  await imports.create(dataset, { id, name, size, by });
  return { id, upload };
}
