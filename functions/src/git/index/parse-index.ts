/** git's index file, versions 2 to 4. */
import { createHash } from 'node:crypto';
import { GitFault } from '../git-fault.ts';
import type { EntryStat, IndexEntry } from './index-entry.ts';

const damaged = (): GitFault => new GitFault('git_corrupt', { what: 'the index' });
const SIGNATURE = 0x44495243;
const HEADER = 12;
const STAT = 62;
const CHECKSUM = 20;

export interface ParsedIndex {
  version: number;
  entries: IndexEntry[];
}

/** @throws GitFault `git_corrupt`; `git_unsupported_repository` for split and sparse indexes. */
export function parseIndex(buffer: Buffer): ParsedIndex {
  if (buffer.length < HEADER + CHECKSUM || buffer.readUInt32BE(0) !== SIGNATURE) throw damaged();
  const version = buffer.readUInt32BE(4);
  if (version < 2 || version > 4)
    throw new GitFault('git_unsupported_repository', { feature: `index version ${version}` });
  requireChecksum(buffer);
  const entries: IndexEntry[] = [];
  let at = HEADER;
  let previous: Buffer = Buffer.alloc(0);
  for (let left = buffer.readUInt32BE(8); left > 0; left--) {
    const read = version === 4 ? readEntry4(buffer, at, previous) : readEntry(buffer, at);
    entries.push(read.entry);
    previous = read.path;
    at = read.next;
  }
  requireKnownExtensions(buffer, at);
  return { version, entries };
}

/** A checksum of zeros means that git was told not to compute it. */
function requireChecksum(buffer: Buffer): void {
  const end = buffer.length - CHECKSUM;
  const stated = buffer.subarray(end);
  if (stated.every((byte) => byte === 0)) return;
  if (!createHash('sha1').update(buffer.subarray(0, end)).digest().equals(stated)) throw damaged();
}

function readEntry(buffer: Buffer, start: number) {
  const fixed = readFixed(buffer, start);
  const end = buffer.indexOf(0, fixed.nameAt);
  if (end < 0) throw damaged();
  const path = buffer.subarray(fixed.nameAt, end);
  const next = start + ((end - start + 8) & ~7);
  return { entry: fixed.entry(path), path, next };
}

/** Version 4 names only what differs from the path before, and does not pad. */
function readEntry4(buffer: Buffer, start: number, previous: Buffer) {
  const fixed = readFixed(buffer, start);
  let at = fixed.nameAt;
  let byte = buffer[at++] ?? 0;
  let cut = byte & 0x7f;
  while (byte & 0x80) {
    byte = buffer[at++] ?? 0;
    cut = (cut + 1) * 128 + (byte & 0x7f);
  }
  const end = buffer.indexOf(0, at);
  if (end < 0 || cut > previous.length) throw damaged();
  const path = Buffer.concat([previous.subarray(0, previous.length - cut), buffer.subarray(at, end)]);
  return { entry: fixed.entry(path), path, next: end + 1 };
}

function readFixed(buffer: Buffer, start: number) {
  if (start + STAT > buffer.length - CHECKSUM) throw damaged();
  const flags = buffer.readUInt16BE(start + 60);
  const isExtended = (flags & 0x4000) !== 0;
  const more = isExtended ? buffer.readUInt16BE(start + STAT) : 0;
  const entry = (path: Buffer): IndexEntry => ({
    path: decodePath(path),
    oid: buffer.toString('hex', start + 40, start + 60),
    mode: buffer.readUInt32BE(start + 24),
    stage: (flags >> 12) & 3,
    assumeValid: (flags & 0x8000) !== 0,
    skipWorktree: (more & 0x4000) !== 0,
    intentToAdd: (more & 0x2000) !== 0,
    stat: readStat(buffer, start),
  });
  return { entry, nameAt: start + STAT + (isExtended ? 2 : 0) };
}

function readStat(buffer: Buffer, start: number): EntryStat {
  return {
    ctimeS: buffer.readUInt32BE(start),
    ctimeN: buffer.readUInt32BE(start + 4),
    mtimeS: buffer.readUInt32BE(start + 8),
    mtimeN: buffer.readUInt32BE(start + 12),
    dev: buffer.readUInt32BE(start + 16),
    ino: buffer.readUInt32BE(start + 20),
    uid: buffer.readUInt32BE(start + 28),
    gid: buffer.readUInt32BE(start + 32),
    size: buffer.readUInt32BE(start + 36),
  };
}

/** A name that is no UTF-8 could not be written back as it was. */
function decodePath(bytes: Buffer): string {
  const path = bytes.toString('utf8', 0, bytes.length);
  if (path.includes('\ufffd') && !Buffer.from(path).equals(bytes))
    throw new GitFault('git_unsupported_repository', { feature: 'file names that are not UTF-8' });
  return path;
}

/** Extensions with a capital first letter may be dropped; the others change what the entries mean. */
function requireKnownExtensions(buffer: Buffer, start: number): void {
  for (let at = start; at + 8 <= buffer.length - CHECKSUM; at += 8 + buffer.readUInt32BE(at + 4)) {
    const name = buffer.toString('latin1', at, at + 4);
    if (/^[A-Z]/.test(name)) continue;
    throw new GitFault('git_unsupported_repository', {
      feature: name === 'sdir' ? 'a sparse index' : 'a split index',
    });
  }
}
