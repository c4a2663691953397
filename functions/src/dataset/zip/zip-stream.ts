import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ZipFile } from './zip-files.ts';
import {
  centralHeader,
  descriptor,
  dosTime,
  type Entry,
  endRecords,
  localHeader,
  MAX_FILE,
} from './zip-headers.ts';
import { requireFit, type ZipSize } from './zip-limits.ts';

/** Bytes that are produced before the reader takes them. */
const AHEAD = 1024 * 1024;

/**
 * Streams an archive, each file stored, not deflated. The next file is requested when the previous one is written. A file
 * that cannot be read therefore never becomes an entry, and of each file only its line in the directory is kept: 250,000
 * files need about 25 MB.
 * @param first the first file: there is no archive without one
 * @param rest the others; ended when the stream is destroyed
 * @param at the time of all files
 * @param limits beyond which it fails with HttpError `archive too large`: where a plan has not held it to them
 */
export function zipStream(
  first: ZipFile,
  rest: AsyncGenerator<ZipFile>,
  { at = new Date(), limits = ENDLESS }: { at?: Date; limits?: ZipSize } = {},
): Readable {
  const options = { objectMode: false, highWaterMark: AHEAD };
  const stream = Readable.from(bytesOf(first, rest, { at, limits }), options);
  // If the outer generator has not started, ending it would not end `rest`.
  stream.once('close', () => void rest.return(undefined).catch(() => {}));
  return stream;
}

const ENDLESS: ZipSize = { entries: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

async function* bytesOf(
  first: ZipFile,
  rest: AsyncGenerator<ZipFile>,
  { at, limits }: { at: Date; limits: ZipSize },
): AsyncGenerator<Buffer> {
  const time = dosTime(at);
  const directory = new Directory();
  let offset = 0;
  const counted = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    return bytes;
  };
  for await (const { path, content } of after(first, rest)) {
    const entry = newEntry(path, content, time, offset);
    yield counted(localHeader(entry));
    for await (const chunk of content as Iterable<Buffer> | AsyncIterable<Buffer>) {
      if (entry.isDescribedAfter) describe(entry, chunk);
      // An empty chunk would make the stream wait for more.
      if (chunk.length > 0) yield counted(chunk);
    }
    if (entry.isDescribedAfter) yield counted(descriptor(entry));
    directory.add(entry);
    requireFit({ entries: directory.entries, bytes: offset }, limits);
  }
  yield* directory.blocks();
  yield endRecords(directory.entries, offset, directory.size);
}

/** Bytes of a block of the directory. */
const BLOCK = 256 * 1024;

/** Headers of all entries in few buffers: one for each would cost several times their bytes. */
class Directory {
  entries = 0;
  size = 0;
  readonly #full: Buffer[] = [];
  #block = Buffer.allocUnsafe(BLOCK);
  #used = 0;

  add(entry: Entry): void {
    const header = centralHeader(entry);
    if (this.#used + header.length > BLOCK) {
      this.#full.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.allocUnsafe(BLOCK);
      this.#used = 0;
    }
    // A name has at most 65,535 bytes, so that a header always fits into a block.
    this.#used += header.copy(this.#block, this.#used);
    this.entries += 1;
    this.size += header.length;
  }

  *blocks(): Generator<Buffer> {
    yield* this.#full;
    yield this.#block.subarray(0, this.#used);
  }
}

async function* after(first: ZipFile, rest: AsyncGenerator<ZipFile>): AsyncGenerator<ZipFile> {
  yield first;
  yield* rest;
}

function newEntry(path: string, content: ZipFile['content'], time: number, offset: number): Entry {
  const isDescribedAfter = content instanceof Readable;
  const entry = { path: Buffer.from(path), time, crc: 0, size: 0, isDescribedAfter, offset };
  if (!isDescribedAfter) for (const chunk of content) describe(entry, chunk);
  return entry;
}

function describe(entry: Entry, chunk: Buffer): void {
  entry.crc = crc32(chunk, entry.crc);
  entry.size += chunk.length;
  if (entry.size > MAX_FILE) throw new Error(`${entry.path} is over ${MAX_FILE} bytes`);
}
