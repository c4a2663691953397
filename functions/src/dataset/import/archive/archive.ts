/** The content of a ZIP in Storage: each file is read by ranges, checked and unpacked within a limit. */
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry } from '../../../../../packages/formats/src/read/entry.ts';
import { FileFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import { decodeText, through } from '../../../../../packages/formats/src/text/bytes.ts';
import type { Unread } from '../../../../../packages/records/src/import.ts';
import { LOCAL_HEADER } from '../../zip/zip-headers.ts';
import { type Directory, type ReadRange, readDirectory } from './directory.ts';
import { dataStart, readEntry } from './read-entry.ts';

/** Bytes that a stream reads at once. */
const CHUNK = 1024 * 1024;

export class Archive {
  readonly entries: readonly Entry[];
  /** Listed files that cannot be read. */
  readonly unread: readonly Unread[];
  readonly read: ReadRange;

  private constructor({ entries, unread }: Directory, read: ReadRange) {
    this.entries = entries;
    this.unread = unread;
    this.read = read;
  }

  /** @throws ImportFault; errors of the reads */
  static async open(read: ReadRange, size: number): Promise<Archive> {
    return new Archive(await readDirectory(read, size), read);
  }

  /** The whole file. @param most maximum size unpacked, in bytes @throws FileFault */
  bytes(entry: Entry, most: number): Promise<Buffer> {
    return readEntry(this.read, entry, most);
  }

  /** A label file. @throws FileFault, also if it is not UTF-8 */
  async text(entry: Entry, most: number): Promise<string> {
    return decodeText(await this.bytes(entry, most));
  }

  /** A label file of any size as a stream of its bytes. @throws FileFault while it is read */
  async *stream(entry: Entry): AsyncGenerator<Buffer> {
    const head = await this.read(entry.offset, entry.offset + LOCAL_HEADER);
    const start = entry.offset + dataStart(head, entry);
    const packed = chunksOf(this.read, start, start + entry.packed);
    const unpacked = entry.isDeflated
      ? through<Buffer>(packed, createInflateRaw(), () => 'it cannot be unpacked')
      : packed;
    let size = 0;
    let sum = 0;
    for await (const chunk of unpacked) {
      size += chunk.length;
      if (size > entry.size) throw new FileFault('its size is not the one that the archive states');
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (size !== entry.size) throw new FileFault('it is cut off');
    if (sum !== entry.crc32) throw new FileFault('it is damaged: its checksum is wrong');
  }
}

/** Bytes from `start` to before `end`, a part at a time. @throws FileFault if there are fewer */
export async function* chunksOf(read: ReadRange, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const chunk = await read(at, Math.min(end, at + CHUNK));
    if (chunk.length === 0) throw new FileFault('it is cut off');
    at += chunk.length;
    yield chunk;
  }
}
