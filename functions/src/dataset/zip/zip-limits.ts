import { HttpError } from '../../common/errors.ts';
import {
  CENTRAL_HEADER,
  END_RECORD,
  END_RECORDS_64,
  isFar,
  isLarge,
  LOCAL_HEADER,
  OFFSET_FIELD,
} from './zip-headers.ts';

export interface ZipSize {
  entries: number;
  bytes: number;
}

/** Contract 4: a larger download is refused with 413 before the first byte. */
export const DOWNLOAD_LIMITS: ZipSize = { entries: 65_535, bytes: 2 * 1024 ** 3 };
/** Exports of versions (Contract 11): what an import takes too. */
export const EXPORT_LIMITS: ZipSize = { entries: 250_000, bytes: 50 * 1024 ** 3 };

/** `bytes`: size of the stored object, before it is converted. */
export interface SizedEntry {
  path: string;
  bytes: number;
}

/**
 * The size of an archive whose files are stored, not deflated. Exact, except for images that are converted and files that
 * are streamed.
 */
export function zipSize(entries: readonly SizedEntry[]): ZipSize {
  // Bytes of the files with their headers, and of the directory.
  let [files, directory] = [0, 0];
  for (const { path, bytes } of entries) {
    // Both headers contain the path.
    const name = Buffer.byteLength(path);
    directory += CENTRAL_HEADER + name + (isFar(files) ? OFFSET_FIELD : 0);
    files += bytes + LOCAL_HEADER + name;
  }
  const end = END_RECORD + (isLarge(entries.length, files, directory) ? END_RECORDS_64 : 0);
  return { entries: entries.length, bytes: files + directory + end };
}

/**
 * Checks whether the archive is within the limits, with one more entry for `errors.txt`.
 * @returns the reason for the caller; null if it is
 */
export function refuseZip({ entries, bytes }: ZipSize, limits: ZipSize): string | null {
  if (entries + 1 > limits.entries) return `${entries} files, at most ${limits.entries - 1}`;
  if (bytes > limits.bytes) return `${bytes} bytes, at most ${limits.bytes}`;
  return null;
}

/** @throws HttpError `archive too large` */
export function requireFit(size: ZipSize, limits: ZipSize): void {
  const reason = refuseZip(size, limits);
  if (reason !== null) throw new HttpError('archive too large', { reason });
}
