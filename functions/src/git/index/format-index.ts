import { createHash } from 'node:crypto';
import type { IndexEntry } from './index-entry.ts';

const HEADER = 12;
const CHECKSUM = 20;

/** The bytes of an index file, version 2, or 3 where an entry needs it. All optional extensions are left out: git rebuilds them. */
export function formatIndex(entries: readonly IndexEntry[]): Buffer {
  const size = entries.reduce((sum, entry) => sum + entryLength(entry), HEADER);
  const bytes = Buffer.alloc(size + CHECKSUM);
  bytes.write('DIRC', 'latin1');
  bytes.writeUInt32BE(entries.some(isExtended) ? 3 : 2, 4);
  bytes.writeUInt32BE(entries.length, 8);
  let at = HEADER;
  for (const entry of entries) at += writeEntry(bytes, at, entry);
  createHash('sha1').update(bytes.subarray(0, size)).digest().copy(bytes, size);
  return bytes;
}

const isExtended = (entry: IndexEntry): boolean => entry.skipWorktree || entry.intentToAdd;
const nameOffset = (entry: IndexEntry): number => (isExtended(entry) ? 64 : 62);
/** Padded with 1 to 8 NULs to a multiple of 8. */
const entryLength = (entry: IndexEntry): number =>
  (nameOffset(entry) + Buffer.byteLength(entry.path) + 8) & ~7;

/** Returns how many bytes it took. */
function writeEntry(bytes: Buffer, start: number, entry: IndexEntry): number {
  const { stat } = entry;
  const numbers = [
    stat.ctimeS,
    stat.ctimeN,
    stat.mtimeS,
    stat.mtimeN,
    stat.dev,
    stat.ino,
    entry.mode,
    stat.uid,
    stat.gid,
    stat.size,
  ];
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, start + at * 4);
  bytes.write(entry.oid, start + 40, 'hex');
  const length = bytes.write(entry.path, start + nameOffset(entry));
  const flags = (entry.assumeValid ? 0x8000 : 0) | (isExtended(entry) ? 0x4000 : 0) | (entry.stage << 12);
  bytes.writeUInt16BE(flags | Math.min(length, 0xfff), start + 60);
  const more = (entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0);
  if (more !== 0) bytes.writeUInt16BE(more, start + 62);
  return entryLength(entry);
}
