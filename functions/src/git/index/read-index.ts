import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import { isAbsent } from '../storage/error-code.ts';
import { EMPTY_INDEX, type GitIndex } from './git-index.ts';
import { parseIndex } from './parse-index.ts';

/** The index as it stands on the disk now. A parsed one is used again only where the checksum in the file is the same. */
export function readIndex(repository: Repository): GitIndex {
  const read = readWhole(join(repository.gitdir, 'index'));
  if (read === undefined) return EMPTY_INDEX;
  const { buffer, mtimeNs } = read;
  const times = { mtimeS: Number(mtimeNs / 1_000_000_000n), mtimeN: Number(mtimeNs % 1_000_000_000n) };
  const checksum = buffer.toString('hex', Math.max(0, buffer.length - 20));
  const kept = repository.caches.indexes.get(checksum);
  if (kept !== undefined) return { ...kept, ...times };
  const index = { ...parseIndex(buffer), ...times };
  if (!/^0+$/.test(checksum)) repository.caches.indexes.set(checksum, index);
  return index;
}

/** Bytes and time of one and the same file, even while another process renames a new one over it. */
function readWhole(path: string) {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  try {
    const { size, mtimeNs } = fstatSync(fd, { bigint: true });
    const buffer = Buffer.allocUnsafe(Number(size));
    const length = readSync(fd, buffer, 0, buffer.length, 0);
    return { buffer: buffer.subarray(0, length), mtimeNs };
  } finally {
    closeSync(fd);
  }
}
