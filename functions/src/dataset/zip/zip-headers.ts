/**
 * Headers of a ZIP archive: PKWARE's APPNOTE 4.3 and 4.5.3, with ZIP64 only where a number does not fit. All numbers are
 * little-endian.
 */

/** A file of an archive: stored, not deflated. */
export interface Entry {
  path: Buffer;
  /** DOS time and date as one number of 32 bits. */
  time: number;
  crc: number;
  /** Bytes, at most `MAX_FILE`. */
  size: number;
  /** True if checksum and size follow the content, because they were not known before it. */
  isDescribedAfter: boolean;
  /** Offset of its local header in the archive. */
  offset: number;
}

/** Bytes, without path and content. */
export const LOCAL_HEADER = 30;
export const CENTRAL_HEADER = 46;
export const DESCRIPTOR = 16;
export const END_RECORD = 22;
/** ZIP64: field of a directory entry with the offset; record before the end record, and its locator. */
export const OFFSET_FIELD = 12;
export const END_RECORDS_64 = 56 + 20;

/** The first values that ZIP64 has to hold: they mark a field as held there. */
const MARK_16 = 0xffff;
const MARK_32 = 0xffffffff;
/** Bytes of a file, without ZIP64. */
export const MAX_FILE = MARK_32 - 1;

/** Whether the directory needs ZIP64 for the place of an entry. */
export const isFar = (offset: number): boolean => offset >= MARK_32;
/** Whether the end needs ZIP64. */
export const isLarge = (entries: number, offset: number, size: number): boolean =>
  entries >= MARK_16 || offset >= MARK_32 || size >= MARK_32;

/** Versions of the ZIP specification that a reader needs: 2.0, and 4.5 for ZIP64. */
const VERSION = 20;
const VERSION_64 = 45;
/** Made on Unix, so that the permissions below apply. */
const UNIX = 3 << 8;
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
  const version = isFar(entry.offset) ? VERSION_64 : VERSION;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(UNIX | version, 4);
  writeCommon(header, 6, entry, version);
  header.writeUInt16LE(FILE_MODE, 40);
  if (!isFar(entry.offset)) {
    header.writeUInt32LE(entry.offset, 42);
    return Buffer.concat([header, entry.path]);
  }
  header.writeUInt16LE(OFFSET_FIELD, 30);
  header.writeUInt32LE(MARK_32, 42);
  const field = Buffer.alloc(OFFSET_FIELD);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(entry.offset), 4);
  return Buffer.concat([header, entry.path, field]);
}

/**
 * The end of an archive.
 * @param offset of the directory, bytes
 * @param size of the directory, bytes
 */
export function endRecords(entries: number, offset: number, size: number): Buffer {
  const record = Buffer.alloc(END_RECORD);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(Math.min(entries, MARK_16), 8);
  record.writeUInt16LE(Math.min(entries, MARK_16), 10);
  record.writeUInt32LE(Math.min(size, MARK_32), 12);
  record.writeUInt32LE(Math.min(offset, MARK_32), 16);
  return isLarge(entries, offset, size)
    ? Buffer.concat([endRecords64(entries, offset, size), record])
    : record;
}

function endRecords64(entries: number, offset: number, size: number): Buffer {
  const records = Buffer.alloc(END_RECORDS_64);
  records.writeUInt32LE(0x06064b50, 0);
  // Bytes of this record after this number.
  records.writeBigUInt64LE(44n, 4);
  records.writeUInt16LE(UNIX | VERSION_64, 12);
  records.writeUInt16LE(VERSION_64, 14);
  records.writeBigUInt64LE(BigInt(entries), 24);
  records.writeBigUInt64LE(BigInt(entries), 32);
  records.writeBigUInt64LE(BigInt(size), 40);
  records.writeBigUInt64LE(BigInt(offset), 48);
  // The locator: the record above follows the directory, and there is one disk.
  records.writeUInt32LE(0x07064b50, 56);
  records.writeBigUInt64LE(BigInt(offset + size), 64);
  records.writeUInt32LE(1, 72);
  return records;
}

/** DOS time in UTC, which has a resolution of two seconds. */
export function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** The fields that both headers share: version, flags, method 0 (stored), time, checksum, sizes, length of the path. */
function writeCommon(
  header: Buffer,
  at: number,
  { time, crc, size, path, isDescribedAfter }: Entry,
  version = VERSION,
): void {
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(FLAG_UTF8 | (isDescribedAfter ? FLAG_DESCRIBED_AFTER : 0), at + 2);
  header.writeUInt32LE(time, at + 6);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(size, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(path.length, at + 22);
}
