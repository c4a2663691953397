/** The content of a ZIP in Storage: each file is read by ranges, checked and unpacked within a limit. */
import { Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import { isPauseDue, pause } from '../../../common/concurrency/pause.ts';
import type { Unread } from '../../../common/versions/import-ports.ts';
import { LOCAL_HEADER } from '../../zip/zip-headers.ts';
import { FileFault } from '../import-fault.ts';
import type { Budget } from './budget.ts';
import { type Directory, type Entry, type ReadRange, readDirectory } from './directory.ts';

const SIGNATURE = 0x04034b50;
/** Bytes that are read in addition for the fields of a local header, which may be longer than those of the list. */
const SLACK = 256;
/** Bytes that a stream reads at once, and hands on before others have their turn. */
const CHUNK = 1024 * 1024;
const PIECE = 32 * 1024;

const inflate = promisify(inflateRaw);

export class Archive {
  readonly entries: readonly Entry[];
  /** Listed files that cannot be read. */
  readonly unread: readonly Unread[];
  readonly #read: ReadRange;
  readonly #budget: Budget;

  private constructor({ entries, unread }: Directory, read: ReadRange, budget: Budget) {
    this.entries = entries;
    this.unread = unread;
    this.#read = read;
    this.#budget = budget;
  }

  /** @throws ImportFault; errors of the reads */
  static async open(read: ReadRange, size: number, budget: Budget): Promise<Archive> {
    return new Archive(await readDirectory(read, size, budget), read, budget);
  }

  /**
   * The whole file.
   * @param most maximum size unpacked, in bytes
   * @throws FileFault
   */
  async bytes(entry: Entry, most: number): Promise<Buffer> {
    if (entry.size > most) throw new FileFault(`it has ${entry.size} bytes; at most ${most} are read`);
    const name = Buffer.byteLength(entry.path);
    const end = entry.offset + LOCAL_HEADER + name + SLACK + entry.packed;
    const head = await this.#read(entry.offset, end);
    const start = dataStart(head, entry);
    const have = head.subarray(start, start + entry.packed);
    const missing = entry.packed - have.length;
    const from = entry.offset + start + have.length;
    const packed =
      missing > 0 ? Buffer.concat([have, await this.#read(from, from + missing)]) : Buffer.from(have);
    if (packed.length < entry.packed) throw new FileFault('it is cut off');
    const bytes = entry.isDeflated ? await unpack(packed, entry.size) : packed;
    if (bytes.length !== entry.size) throw new FileFault('its size is not the one that the archive states');
    if (crc32(bytes) !== entry.crc32) throw new FileFault('it is damaged: its checksum is wrong');
    return bytes;
  }

  /** Its first bytes, unpacked: about as many as `most` packed ones have. @throws FileFault */
  async start(entry: Entry, most: number): Promise<Buffer> {
    const packed = Math.min(entry.packed, most);
    const name = Buffer.byteLength(entry.path);
    const head = await this.#read(entry.offset, entry.offset + LOCAL_HEADER + name + SLACK + packed);
    const start = dataStart(head, entry);
    const bytes = head.subarray(start, start + packed);
    return entry.isDeflated ? unpack(bytes, entry.size, constants.Z_SYNC_FLUSH) : bytes;
  }

  /** A label file. @throws FileFault, also if it is not UTF-8; ImportFault */
  async text(entry: Entry, most: number): Promise<string> {
    this.#budget.read(Math.min(entry.size, most));
    if (isPauseDue()) await pause();
    return decodeText(await this.bytes(entry, most));
  }

  /** A label file of any size as a stream of its bytes. @throws FileFault while it is read; ImportFault */
  async *stream(entry: Entry): AsyncGenerator<Buffer> {
    const head = await this.#read(entry.offset, entry.offset + LOCAL_HEADER);
    const start = entry.offset + dataStart(head, entry);
    const packed = chunksOf(this.#read, start, start + entry.packed);
    const unpacked = entry.isDeflated
      ? through<Buffer>(packed, createInflateRaw(), () => 'it cannot be unpacked')
      : packed;
    let size = 0;
    let sum = 0;
    for await (const chunk of unpacked) {
      size += chunk.length;
      if (size > entry.size) throw new FileFault('its size is not the one that the archive states');
      sum = crc32(chunk, sum);
      this.#budget.read(chunk.length);
      for (const piece of piecesOf(chunk)) {
        if (isPauseDue()) await pause();
        yield piece;
      }
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

/** What is handed on before others have their turn. */
export function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
}

function dataStart(header: Buffer, { offset, packed, end }: Entry): number {
  if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== SIGNATURE)
    throw new FileFault('it is not where the archive says');
  const start = LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (offset + start + packed > end) throw new FileFault('it overlaps what follows it in the archive');
  return start;
}

async function unpack(packed: Buffer, size: number, finishFlush = constants.Z_FINISH): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, size), finishFlush });
  } catch (error) {
    throw new FileFault('it cannot be unpacked', { cause: error });
  }
}

/**
 * What `transform` makes of the bytes.
 * @param reasonOf why it cannot read them, by its error
 * @throws FileFault; errors of the bytes as they are
 */
export async function* through<T>(
  bytes: AsyncIterable<Buffer>,
  transform: Transform,
  reasonOf: (error: unknown) => string,
): AsyncGenerator<T> {
  const source = Readable.from(bytes, { objectMode: false });
  let failure: unknown;
  source.once('error', (error) => {
    failure = error;
    transform.destroy(error);
  });
  try {
    yield* source.pipe(transform) as AsyncIterable<T>;
  } catch (error) {
    if (failure !== undefined) throw failure;
    throw new FileFault(reasonOf(error), { cause: error });
  } finally {
    source.destroy();
    transform.destroy();
  }
}

/** Text without a byte order mark. @throws FileFault if it is not UTF-8 */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileFault('it is not text in UTF-8');
  }
}
