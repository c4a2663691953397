/** One file of an archive, read by ranges, checked and unpacked within a limit. */
import { promisify } from 'node:util';
import { constants, crc32, inflateRaw } from 'node:zlib';
import type { Entry } from '../../../../../packages/formats/src/read/entry.ts';
import { FileFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import { LOCAL_HEADER } from '../../zip/zip-headers.ts';
import type { ReadRange } from './directory.ts';

const SIGNATURE = 0x04034b50;
/** Bytes that are read in addition for the fields of a local header, which may be longer than those of the list. */
const SLACK = 256;

const inflate = promisify(inflateRaw);

/**
 * The whole file.
 * @param most maximum size unpacked, in bytes
 * @throws FileFault
 */
export async function readEntry(read: ReadRange, entry: Entry, most: number): Promise<Buffer> {
  if (entry.size > most) throw new FileFault(`it has ${entry.size} bytes; at most ${most} are read`);
  const name = Buffer.byteLength(entry.path);
  const end = entry.offset + LOCAL_HEADER + name + SLACK + entry.packed;
  const head = await read(entry.offset, end);
  const start = dataStart(head, entry);
  const have = head.subarray(start, start + entry.packed);
  const missing = entry.packed - have.length;
  const from = entry.offset + start + have.length;
  const packed = missing > 0 ? Buffer.concat([have, await read(from, from + missing)]) : Buffer.from(have);
  if (packed.length < entry.packed) throw new FileFault('it is cut off');
  const bytes = entry.isDeflated ? await unpack(packed, entry.size) : packed;
  if (bytes.length !== entry.size) throw new FileFault('its size is not the one that the archive states');
  if (crc32(bytes) !== entry.crc32) throw new FileFault('it is damaged: its checksum is wrong');
  return bytes;
}

/** Its first bytes, unpacked: about as many as `most` packed ones have. @throws FileFault */
export async function readStart(read: ReadRange, entry: Entry, most: number): Promise<Buffer> {
  const packed = Math.min(entry.packed, most);
  const name = Buffer.byteLength(entry.path);
  const head = await read(entry.offset, entry.offset + LOCAL_HEADER + name + SLACK + packed);
  const start = dataStart(head, entry);
  const bytes = head.subarray(start, start + packed);
  return entry.isDeflated ? unpack(bytes, entry.size, constants.Z_SYNC_FLUSH) : bytes;
}

/** Where the bytes begin, after their local header. @throws FileFault */
export function dataStart(header: Buffer, { offset, packed, end }: Entry): number {
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
