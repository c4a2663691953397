/** Headers of a ZIP archive: PKWARE's APPNOTE 4.3, without ZIP64. All numbers are little-endian. */

/** A file of an archive: stored, not deflated. */
export interface Entry {
  path: Buffer;
  /** DOS time and date as one number of 32 bits. */
  time: number;
  crc: number;
  /** Bytes. */
  size: number;
  /** True if checksum and size follow the content, because they were not known before it. */
  isDescribedAfter: boolean;
  /** Offset of its local header in the archive. */
  offset: number;
}

export const LOCAL_HEADER = 30;
export const CENTRAL_HEADER = 46;
export const DESCRIPTOR = 16;
export const END_RECORD = 22;

/** Version of the ZIP specification that a reader needs: 2.0. */
const VERSION = 20;
/** Made on Unix, so that the permissions below apply. */
const MADE_BY = (3 << 8) | VERSION;
const FILE_MODE = 0o100644;
const FLAG_DESCRIBED_AFTER = 1 << 3;
const FLAG_UTF8 = 1 << 11;

/** Precedes the content. */
export function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry.isDescribedAfter ? { ...entry, crc: 0, size: 0 } : entry);
  return Buffer.concat([header, entry.path]);
}

/** Follows the content if `isDescribedAfter`. */
export function descriptor({ crc, size }: Entry): Buffer {
  const record = Buffer.alloc(DESCRIPTOR);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(size, 8);
  record.writeUInt32LE(size, 12);
  return record;
}

/** Entry of the directory at the end. */
export function centralHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeCommon(header, 6, entry);
  header.writeUInt16LE(FILE_MODE, 40);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.path]);
}

/**
 * @param offset of the directory, bytes
 * @param size of the directory, bytes
 */
export function endRecord(entries: number, offset: number, size: number): Buffer {
  const record = Buffer.alloc(END_RECORD);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

/** DOS time in UTC, which has a resolution of two seconds. */
export function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** The fields that both headers share: version, flags, method 0 (stored), time, checksum, sizes, length of the path. */
function writeCommon(header: Buffer, at: number, { time, crc, size, path, isDescribedAfter }: Entry): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(FLAG_UTF8 | (isDescribedAfter ? FLAG_DESCRIBED_AFTER : 0), at + 2);
  header.writeUInt32LE(time, at + 6);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(size, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(path.length, at + 22);
}
