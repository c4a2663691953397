/**
 * The list of files of a ZIP, read by ranges. A path is only a name here: nothing is ever written to it, so it needs no
 * cleaning. But a path that leads out of the archive is a sign of an attack, and its file is not read.
 */
import { Readable } from 'node:stream';
import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry as Raw,
} from 'yauzl';
import { plausible } from '../../../../../packages/formats/src/read/dates.ts';
import type { Entry } from '../../../../../packages/formats/src/read/entry.ts';
import { ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { Unread } from '../../../../../packages/records/src/import.ts';
import { isTransient } from '../../../common/foreign-errors.ts';
import { LOCAL_HEADER } from '../../zip/zip-headers.ts';

/** Reads bytes from `start` to before `end`; fewer at the end of the archive. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>;

export interface Directory {
  entries: Entry[];
  unread: Unread[];
}

/** Maximum number of files, and bytes of their list. */
export const MOST_ENTRIES = 250_000;
const MOST_DIRECTORY = 96 * 1024 * 1024;
/** Maximum length of a path in characters, and its segments. */
const LONGEST_PATH = 1024;
const MOST_SEGMENTS = 32;
/** Maximum bytes of all files together, unpacked. */
const MOST_UNPACKED = 200 * 1024 ** 3;
/** Deflate compresses 1032 : 1 at most. A header that states more is wrong. */
const MOST_RATIO = 1032;
/** What deflate cannot compress grows by 5 bytes in 16 kB. */
const MOST_GROWTH = 1.01;
/** Bytes that are read at once while the list is read. */
const BLOCK = 1024 * 1024;

/**
 * @param size of the archive in bytes
 * @throws ImportFault if it is not a ZIP that can be read; errors of the reads
 */
export async function readDirectory(read: ReadRange, size: number): Promise<Directory> {
  const reader = new BlockReader(read, size);
  try {
    return await listEntries(reader, size);
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    // An error of a read, not of the archive.
    if (reader.failure !== null) throw reader.failure;
    if (isTransient(error)) throw error;
    const flaw = reader.hasList ? 'is damaged' : 'is not at its end, where it belongs';
    const reason = `the archive is not a ZIP that can be read: its list of files ${flaw}`;
    throw new ImportFault(reason, { cause: error });
  }
}

async function listEntries(reader: BlockReader, size: number): Promise<Directory> {
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromRandomAccessReaderPromise(reader, size, options);
  reader.hasList = true;
  if (zip.entryCount > MOST_ENTRIES)
    throw new ImportFault(`the archive lists ${zip.entryCount} files; at most ${MOST_ENTRIES} are read`);
  const directory: Directory = { entries: [], unread: [] };
  // Its types say that it is a boolean.
  const listAt = Number(zip.readEntryCursor);
  let unpacked = 0;
  const paths = new Set<string>();
  for await (const raw of zip.eachEntry()) {
    const path = getFileNameLowLevel(raw.generalPurposeBitFlag, raw.fileNameRaw, raw.extraFields, false);
    unpacked += raw.uncompressedSize;
    if (unpacked > MOST_UNPACKED)
      throw new ImportFault(
        `the files of the archive have ${unpacked} bytes or more unpacked; at most ${MOST_UNPACKED} are read`,
      );
    if (path.endsWith('/') || isNoise(path)) continue;
    const reason = paths.has(path) ? 'another file of the archive has this path' : flawOf(raw, path, size);
    if (reason === null) directory.entries.push(toEntry(raw, path));
    else directory.unread.push({ path: path.slice(0, LONGEST_PATH), reason });
    paths.add(path);
  }
  return { ...directory, entries: await apart(directory.entries, listAt) };
}

/**
 * In the order of their places. Files that share bytes are no writer's: 38 kB can state gigabytes by them.
 * @param listAt where the list of files begins
 * @throws ImportFault
 */
async function apart(entries: readonly Entry[], listAt: number): Promise<Entry[]> {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset);
  for (const [at, entry] of sorted.entries()) {
    entry.end = sorted[at + 1]?.offset ?? listAt;
    if (entry.offset + LOCAL_HEADER + entry.packed > entry.end)
      throw new ImportFault(`the archive cannot be trusted: ${entry.path} overlaps what follows it`);
  }
  return sorted;
}

const toEntry = (raw: Raw, path: string): Entry => ({
  path,
  offset: raw.relativeOffsetOfLocalHeader,
  end: 0,
  packed: raw.compressedSize,
  size: raw.uncompressedSize,
  isDeflated: raw.compressionMethod === 8,
  crc32: raw.crc32,
  // Of a zone that is not stated.
  date: plausible(raw.getLastModDate({ timezone: 'UTC' }).getTime()),
});

/** Files that operating systems add. */
const isNoise = (path: string): boolean =>
  /(^|\/)(__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** File type bits of a Unix mode: a symbolic link. */
const LINK = 0o120000;
const TYPE = 0o170000;
const UNIX = 3;

function flawOf(raw: Raw, path: string, size: number): string | null {
  const { compressedSize, uncompressedSize, compressionMethod: method } = raw;
  if (path === '') return 'its path is empty';
  if (path.length > LONGEST_PATH)
    return `its path has ${path.length} characters; at most ${LONGEST_PATH} are read`;
  if (/^\/|^[A-Za-z]:/.test(path)) return 'its path is absolute';
  const segments = path.split('/');
  if (segments.includes('..')) return 'its path leads out of the archive';
  if (segments.length > MOST_SEGMENTS)
    return `its path has ${segments.length} parts; at most ${MOST_SEGMENTS} are read`;
  if (/\p{Cc}/u.test(path)) return 'its path has control characters';
  if (raw.versionMadeBy >> 8 === UNIX && ((raw.externalFileAttributes >>> 16) & TYPE) === LINK)
    return 'it is a link';
  if (raw.generalPurposeBitFlag & 1) return 'it is encrypted';
  if (method !== 0 && method !== 8) return `its compression (method ${method}) is not read`;
  if (raw.relativeOffsetOfLocalHeader + LOCAL_HEADER + compressedSize > size)
    return 'it ends behind the archive';
  if (method === 0 && compressedSize !== uncompressedSize) return 'its sizes do not agree';
  const isTooSmall = uncompressedSize > compressedSize * MOST_RATIO + 1024;
  if (isTooSmall || compressedSize > uncompressedSize * MOST_GROWTH + 1024) return 'its sizes do not agree';
  return null;
}

/** Serves yauzl's many small reads from a few blocks. */
class BlockReader extends RandomAccessReader {
  /** Why a range could not be read. */
  failure: unknown = null;
  /** Whether the end of the archive, which says where its list is, has been understood. */
  hasList = false;
  readonly #read: ReadRange;
  readonly #size: number;
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #total = 0;

  constructor(read: ReadRange, size: number) {
    super();
    this.#read = read;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  }

  async #fill(target: Buffer, position: number): Promise<void> {
    const end = position + target.length;
    if (!Number.isSafeInteger(position) || position < 0 || end > this.#size) throw new Error('cut off');
    this.#total += target.length;
    if (this.#total > MOST_DIRECTORY)
      throw new ImportFault(
        `the archive's list of files has ${this.#total} bytes or more; at most ${MOST_DIRECTORY} are read`,
      );
    if (position < this.#block.start || end > this.#block.start + this.#block.bytes.length)
      await this.#load(position, Math.min(this.#size, Math.max(end, position + BLOCK)));
    const { start, bytes } = this.#block;
    if (bytes.copy(target, 0, position - start) < target.length) throw new Error('cut off');
  }

  async #load(start: number, end: number): Promise<void> {
    try {
      this.#block = { start, bytes: await this.#read(start, end) };
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  override _readStreamForRange(): Readable {
    return Readable.from([]);
  }
}
