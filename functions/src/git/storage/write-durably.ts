import { randomBytes } from 'node:crypto';
import { closeSync, fsync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isAbsent } from './error-code.ts';
import { syncDirectory } from './sync-directory.ts';

const syncFile = promisify(fsync);

export interface DurableOptions {
  /** Directory for the temporary file, on the same file system as the target. Default: the target's own. */
  temporaryIn?: string;
  /** Prefix of the temporary name. git's own garbage collection removes `tmp_obj_*` under `objects/`. */
  prefix?: string;
  mode?: number;
  /** False only for files whose loss with the power does no harm, such as lock files. */
  sync?: boolean;
}

/**
 * A fresh file with these bytes, already on the disk, under a temporary name that it returns. Only the sync is waited for
 * beside other work: what the page cache answers takes less time than a change of threads.
 */
export async function writeTemporary(directory: string, data: Uint8Array, options: DurableOptions = {}) {
  const name = `${options.prefix ?? 'tmp_'}${randomBytes(8).toString('hex')}`;
  const path = join(directory, name);
  const file = makingFolder(directory, () => openSync(path, 'wx', options.mode ?? 0o666));
  try {
    writeFileSync(file, data);
    if (options.sync !== false) await syncFile(file);
  } finally {
    closeSync(file);
  }
  return path;
}

/**
 * Replaces the file in one step: a reader, or a machine that loses power, sees the old bytes or the new ones, never
 * a part. Returns once the bytes and the directory entry are on the disk.
 */
export async function writeDurably(
  path: string,
  data: Uint8Array,
  options: DurableOptions = {},
): Promise<void> {
  const temporary = await writeTemporary(options.temporaryIn ?? dirname(path), data, options);
  try {
    makingFolder(dirname(path), () => renameSync(temporary, path));
  } catch (error) {
    unlinkQuietly(temporary);
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Folders mostly stand: they are made when the work says that one does not. */
export function makingFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isAbsent(error)) throw error;
    mkdirSync(folder, { recursive: true });
    return work();
  }
}

export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}
