import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ZipFile } from './zip-files.ts';
import { centralHeader, descriptor, dosTime, type Entry, endRecord, localHeader } from './zip-headers.ts';

/** Bytes that are produced before the reader takes them. */
const AHEAD = 1024 * 1024;

/**
 * Streams an archive, each file stored, not deflated. The next file is requested when the previous one is written. A file
 * that cannot be read therefore never becomes an entry, and 65,000 files need little more memory than ten.
 * @param first the first file: there is no archive without one
 * @param rest the others; ended when the stream is destroyed
 * @param at the time of all files
 */
export function zipStream(first: ZipFile, rest: AsyncGenerator<ZipFile>, at = new Date()): Readable {
  const options = { objectMode: false, highWaterMark: AHEAD };
  const stream = Readable.from(bytesOf(first, rest, at), options);
  // If the outer generator has not started, ending it would not end `rest`.
  stream.once('close', () => void rest.return(undefined).catch(() => {}));
  return stream;
}

async function* bytesOf(first: ZipFile, rest: AsyncGenerator<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  const time = dosTime(at);
  const entries: Entry[] = [];
  let offset = 0;
  const counted = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    return bytes;
  };
  for await (const { path, content } of after(first, rest)) {
    const entry = newEntry(path, content, time, offset);
    entries.push(entry);
    yield counted(localHeader(entry));
    for await (const chunk of content as Iterable<Buffer> | AsyncIterable<Buffer>) {
      if (entry.isDescribedAfter) describe(entry, chunk);
      // An empty chunk would make the stream wait for more.
      if (chunk.length > 0) yield counted(chunk);
    }
    if (entry.isDescribedAfter) yield counted(descriptor(entry));
  }
  const directory = Buffer.concat(entries.map(centralHeader));
  yield Buffer.concat([directory, endRecord(entries.length, offset, directory.length)]);
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
}
