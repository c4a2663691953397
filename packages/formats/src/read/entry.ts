import type { Unread } from '../../../records/src/import.ts';

export interface Entry {
  /** With `/` between its segments. */
  path: string;
  /** Of its local header; and where the next file, or the list of files, begins. */
  offset: number;
  end: number;
  /** Bytes in the archive, and unpacked. */
  packed: number;
  size: number;
  isDeflated: boolean;
  crc32: number;
  /** When the file was changed last, Unix milliseconds, if the archive says so. */
  date: number | undefined;
}

/** The same for files with the same bytes. */
export const bytesKey = ({ crc32, size }: Entry): string => `${crc32}/${size}`;

/** The files of an archive, as readers see them. */
export interface Archive {
  entries: readonly Entry[];
  /** Listed files that cannot be read. */
  unread: readonly Unread[];
  /** The whole file. @param most maximum size unpacked, in bytes @throws FileFault */
  bytes(entry: Entry, most: number): Promise<Buffer>;
  /** A label file. @throws FileFault, also if it is not UTF-8 */
  text(entry: Entry, most: number): Promise<string>;
  /** A label file of any size as a stream of its bytes. @throws FileFault while it is read */
  stream(entry: Entry): AsyncGenerator<Buffer>;
}
