/** Contract 4: more is refused with 413 before the first byte. */
export const MAX_ENTRIES = 65_535;
export const MAX_BYTES = 2 * 1024 ** 3;

/** Bytes of ZIP around each file: local header 30, central header 46, data descriptor 16; its path stands twice. */
const ENTRY_OVERHEAD = 30 + 46 + 16;
/** jszip writes a path that is not ASCII once more into either header, in an extra field with 9 bytes before it. */
const EXTRA_FIELD = 9;
const END_RECORD = 22;

/** `bytes`: size of the stored object; for one that is converted the size of what it is made from. */
export interface SizedEntry {
  path: string;
  bytes: number;
}

export interface ZipSize {
  entries: number;
  bytes: number;
}

/** The size of an archive whose files are stored, not deflated: as jszip streams it, exact but for images that are converted. */
export function zipSize(files: Iterable<SizedEntry>): ZipSize {
  const size = { entries: 0, bytes: END_RECORD };
  for (const { path, bytes } of files) {
    size.entries += 1;
    size.bytes += bytes + ENTRY_OVERHEAD + 2 * pathBytes(path);
  }
  return size;
}

function pathBytes(path: string): number {
  const bytes = Buffer.byteLength(path);
  return bytes === path.length ? bytes : 2 * bytes + EXTRA_FIELD;
}

/**
 * Whether the archive can be made (Contract 4). Beside its own entries there must be room for `errors.txt`.
 * @returns the reason for the caller, or null: it fits
 */
export function refuseZip({ entries, bytes }: ZipSize): string | null {
  if (entries + 1 > MAX_ENTRIES) return `${entries} files, at most ${MAX_ENTRIES - 1}`;
  if (bytes > MAX_BYTES) return `${bytes} bytes, at most ${MAX_BYTES}`;
  return null;
}
