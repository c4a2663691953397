/**
 * Unpacks an export while its bytes come. An export's archive has its files stored, not compressed, and often tells their sizes
 * only behind them. So the end of such a file is found by its checksum, and what was found is compared with the directory
 * at the end of the archive.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CommandError } from './command.ts';

const FILE = 0x04034b50;
const DIRECTORY = 0x02014b50;
const ENDS = [0x06054b50, 0x06064b50];
const DESCRIPTOR = Buffer.from('PK\x07\x08', 'latin1');
const DESCRIPTOR_SIZE = 16;
const SIZE_FOLLOWS = 8;

interface Header {
  path: string;
  crc: number;
  size: number;
  sizeFollows: boolean;
}

/** @throws CommandError if the archive is not whole, or a path leads out of the folder */
export async function unpack(chunks: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const source = new Source(chunks);
  const [written, listed] = [createHash('sha256'), createHash('sha256')];
  for (;;) {
    const mark = (await source.take(4)).readUInt32LE();
    if (mark === FILE) {
      const header = await readHeader(source, 22, 26);
      written.update(
        lineOf(
          header.path.endsWith('/')
            ? await makeFolder(header, folder)
            : await writeFile(source, header, folder),
        ),
      );
    } else if (mark === DIRECTORY) listed.update(lineOf(await readHeader(source, 24, 42)));
    else if (ENDS.includes(mark)) break;
    else throw broken('its parts are not in order');
  }
  if (!written.digest().equals(listed.digest())) throw broken('its directory lists other files');
  await source.drain();
}

const lineOf = ({ path, crc, size }: Header): string => JSON.stringify([path, crc, size]);
const broken = (why: string) => new CommandError(`The archive cannot be unpacked: ${why}.`);

/** @param at of the length of the path, which those of other fields follow @param size without the path */
async function readHeader(source: Source, at: number, size: number): Promise<Header> {
  const fields = await source.take(size);
  // The directory's begins with the version of its writer.
  const begin = at - 22;
  const path = (await source.take(fields.readUInt16LE(at))).toString();
  const others = size === 26 ? [at + 2] : [at + 2, at + 4];
  for (const each of others) await source.take(fields.readUInt16LE(each));
  if (fields.readUInt16LE(begin + 4) !== 0) throw broken(`${path} is compressed`);
  const [crc, length] = [fields.readUInt32LE(begin + 10), fields.readUInt32LE(begin + 18)];
  return { path, crc, size: length, sizeFollows: (fields.readUInt16LE(begin + 2) & SIZE_FOLLOWS) !== 0 };
}

function placeOf(folder: string, path: string): string {
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part) || /[\\:\0]/.test(part)))
    throw broken(`${JSON.stringify(path)} is no path in a folder`);
  return join(folder, ...parts);
}

async function makeFolder(header: Header, folder: string): Promise<Header> {
  await mkdir(placeOf(folder, header.path), { recursive: true });
  return header;
}

async function writeFile(source: Source, header: Header, folder: string): Promise<Header> {
  const place = placeOf(folder, header.path);
  await mkdir(dirname(place), { recursive: true });
  const file = await open(place, 'wx');
  try {
    if (header.sizeFollows) return { ...header, ...(await source.copyDescribed(file)) };
    if ((await source.copy(file, header.size)) !== header.crc)
      throw broken(`the checksum of ${header.path} is another`);
    return header;
  } finally {
    await file.close();
  }
}

/** Bytes that come in chunks, taken by number. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done) throw broken('it ends too early');
    this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value]);
  }

  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) await this.#more();
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  /** @returns the checksum of the bytes */
  async copy(file: FileHandle, size: number): Promise<number> {
    let crc = 0;
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const part = await this.take(Math.min(left, this.#rest.length));
      await file.writeFile(part);
      crc = crc32(part, crc);
      left -= part.length;
    }
    return crc;
  }

  /** Copies up to the description that fits the bytes before it. */
  async copyDescribed(file: FileHandle): Promise<{ crc: number; size: number }> {
    let [crc, size] = [0, 0];
    /** From where on a description may begin. */
    let begin = 0;
    for (;;) {
      const at = this.#rest.indexOf(DESCRIPTOR, begin);
      const part = await this.take(at >= 0 ? at : Math.max(0, this.#rest.length - 3));
      if (part.length > 0) await file.writeFile(part);
      crc = crc32(part, crc);
      size += part.length;
      begin = 0;
      if (at < 0) {
        await this.#more();
        continue;
      }
      while (this.#rest.length < DESCRIPTOR_SIZE) await this.#more();
      const [stated, packed, length] = [4, 8, 12].map((each) => this.#rest.readUInt32LE(each));
      if (stated === crc && packed === size % 2 ** 32 && length === packed) {
        await this.take(DESCRIPTOR_SIZE);
        return { crc, size };
      }
      begin = 1;
    }
  }

  /** Reads to the end, so that a cut is noticed. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
