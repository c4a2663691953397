import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { zipStreamLimit } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import type { Objects } from '../common/ports.ts';

interface FileInfo {
  fileName: string;
  contentType: string;
}

/** A file, or a short-lived URL of it if it is too large for a streamed answer (Contract 4). */
export type Delivered = FileInfo & ({ stream: Readable } | { link: string });

/** Seconds within which a download from a link must begin, and go on after a cut: six hours, a quarter of the file's life. */
const LINK_LIFE = 21_600;

/** A new name of a temporary object, which is deleted after a day (`rules/storage.lifecycle.json`). */
export const temporaryName = (dataset: string, ending: string): string =>
  `archive/${dataset}/${Date.now()}-${randomBytes(12).toString('hex')}${ending}`;

/**
 * Streams the file, or, if it exceeds ZIP_STREAM_LIMIT, stores it and returns a link.
 * @param file `bytes`: may be an estimate
 * @param objectName of the object if it is stored
 */
export async function deliverFile(
  { stream, bytes, ...file }: FileInfo & { stream: Readable; bytes: number },
  objectName: string,
  { objects, signal }: { objects: Objects; signal: AbortSignal },
): Promise<Delivered> {
  if (bytes <= zipStreamLimit()) return { ...file, stream };
  return { ...file, link: await storeFile({ ...file, stream }, objectName, { objects, signal }) };
}

/** @returns a link to the whole file, which begins to exist with its last byte */
export async function storeFile(
  { stream, ...file }: FileInfo & { stream: Readable },
  objectName: string,
  { objects, signal }: { objects: Objects; signal: AbortSignal },
): Promise<string> {
  if (!(await objects.write(objectName, stream, { ...file, signal }))) throw new HttpError('unavailable');
  return objects.link(objectName, LINK_LIFE);
}
