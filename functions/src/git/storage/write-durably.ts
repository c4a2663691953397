import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

export interface DurableOptions {
  /** Directory for the temporary file, on the same file system as the target. Default: the target's own. */
  temporaryIn?: string;
  /** Prefix of the temporary name. git's own garbage collection removes `tmp_obj_*` under `objects/`. */
  prefix?: string;
  mode?: number;
  /** False only for files whose loss with the power does no harm, such as lock files. */
  sync?: boolean;
}

/** A fresh file with these bytes, already on the disk, under a temporary name that it returns. */
export async function writeTemporary(directory: string, data: Uint8Array, options: DurableOptions = {}) {
  const name = `${options.prefix ?? 'tmp_'}${randomBytes(8).toString('hex')}`;
  const path = join(directory, name);
  const handle = await open(path, 'wx', options.mode ?? 0o666);
  try {
    await handle.writeFile(data);
    if (options.sync !== false) await handle.sync();
  } finally {
    await handle.close();
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
  await mkdir(dirname(path), { recursive: true });
  const temporaryIn = options.temporaryIn ?? dirname(path);
  if (temporaryIn !== dirname(path)) await mkdir(temporaryIn, { recursive: true });
  const temporary = await writeTemporary(temporaryIn, data, options);
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}
