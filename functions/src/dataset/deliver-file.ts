import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { zipStreamLimit } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import type { Objects } from '../common/ports.ts';

interface FileName {
  fileName: string;
  contentType: string;
}

/** A file, or a short-lived URL of it if it is too large for a streamed answer (Contract 4). */
export type Delivered = FileName & ({ stream: Readable } | { link: string });

/** Seconds in which a download from a link must begin. */
const LINK_LIFE = 900;

/** A new name of a temporary object, which is deleted after a day (`rules/storage.lifecycle.json`). */
export const temporaryName = (dataset: string, ending: string): string =>
  `archive/${dataset}/${Date.now()}-${randomBytes(12).toString('hex')}${ending}`;

/**
 * @param file `bytes`: may be an estimate
 * @param name of the object if it is stored
 */
export async function deliverFile(
  { stream, bytes, ...file }: FileName & { stream: Readable; bytes: number },
  name: string,
  { objects, signal }: { objects: Objects; signal: AbortSignal },
): Promise<Delivered> {
  if (bytes <= zipStreamLimit()) return { ...file, stream };
  if (!(await objects.write(name, stream, { ...file, signal }))) throw new HttpError('unavailable');
  return { ...file, link: await objects.link(name, LINK_LIFE) };
}
