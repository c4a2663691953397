import { CENTRAL_HEADER, END_RECORD, LOCAL_HEADER } from './zip-headers.ts';

/** Contract 4: a larger archive is refused with 413 before the first byte. */
export const MAX_ENTRIES = 65_535;
export const MAX_BYTES = 2 * 1024 ** 3;

/** `bytes`: size of the stored object, before it is converted. */
export interface SizedEntry {
  path: string;
  bytes: number;
}

export interface ZipSize {
  entries: number;
  bytes: number;
}

/**
 * The size of an archive whose files are stored, not deflated. Exact, except for images that are converted and files that
 * are streamed.
 */
export function zipSize(files: Iterable<SizedEntry>): ZipSize {
  const size = { entries: 0, bytes: END_RECORD };
  for (const { path, bytes } of files) {
    size.entries += 1;
    // Both headers contain the path.
    size.bytes += bytes + LOCAL_HEADER + CENTRAL_HEADER + 2 * Buffer.byteLength(path);
  }
  return size;
}

/**
 * Checks whether the archive is within the limits (Contract 4), with one more entry for `errors.txt`.
 * @returns the reason for the caller; null if it is
 */
export function refuseZip({ entries, bytes }: ZipSize): string | null {
  if (entries + 1 > MAX_ENTRIES) return `${entries} files, at most ${MAX_ENTRIES - 1}`;
  if (bytes > MAX_BYTES) return `${bytes} bytes, at most ${MAX_BYTES}`;
  return null;
}
