/** Files of the working tree put in place in one step each: a reader such as a running editor never sees half a file. */

import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GitFault } from '../git-fault.ts';
import type { FlatEntry } from '../objects/flat-tree.ts';
import { MODE_EXECUTABLE, MODE_LINK, MODE_SUBMODULE } from '../objects/tree.ts';
import type { Repository } from '../repository.ts';
import { errorCode } from '../storage/error-code.ts';
import { writeDurably, writeTemporary } from '../storage/write-durably.ts';
import { placeInWorktree } from '../validate/require-path.ts';
import type { AttributeReader } from './attributes.ts';
import { requireNoFilter, toWorktree } from './convert.ts';

/** @throws GitFault `git_unsafe_path`, `git_filter_unsupported` */
export async function writeWorkFile(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  entry: FlatEntry,
): Promise<void> {
  const place = placeInWorktree(repository.dir, path);
  await mkdir(dirname(place), { recursive: true });
  if (entry.mode === MODE_SUBMODULE) {
    await mkdir(place, { recursive: true });
    return;
  }
  await clearEmptyFolder(place);
  const content = repository.objects.readAs(entry.oid, 'blob');
  if (entry.mode === MODE_LINK && repository.config.flag('core.symlinks', true))
    return writeLink(repository, place, content);
  requireNoFilter(repository, attributes, path);
  const mode = entry.mode === MODE_EXECUTABLE ? 0o777 : 0o666;
  const bytes = entry.mode === MODE_LINK ? content : toWorktree(repository, attributes, path, content);
  await putInPlace(repository, place, bytes, mode);
}

/** The temporary file stands in the git directory; where that is another file system, beside the target. */
async function putInPlace(repository: Repository, place: string, bytes: Buffer, mode: number): Promise<void> {
  const directory = repository.locks.temporaryIn;
  await mkdir(directory, { recursive: true });
  const temporary = await writeTemporary(directory, bytes, { mode });
  try {
    await rename(temporary, place);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    if (errorCode(error) !== 'EXDEV') throw error;
    await writeDurably(place, bytes, { mode, prefix: '.tmp_' });
  }
}

async function writeLink(repository: Repository, place: string, target: Buffer): Promise<void> {
  await mkdir(repository.locks.temporaryIn, { recursive: true });
  const temporary = join(dirname(place), `.tmp_${randomBytes(8).toString('hex')}`);
  await symlink(target, temporary);
  await rename(temporary, place);
}

/** A folder that holds nothing makes room for a file; one that holds something stays, and the file is refused. */
async function clearEmptyFolder(place: string): Promise<void> {
  const found = await lstat(place).catch(() => undefined);
  if (!found?.isDirectory()) return;
  await rmdir(place).catch(() => {
    throw new GitFault('git_local_changes', {}, { files: [place] });
  });
}

/** Removes the file and the folders that are empty then. A submodule's folder goes only when it is empty. */
export async function removeWorkFile(repository: Repository, path: string, mode: number): Promise<void> {
  const place = placeInWorktree(repository.dir, path);
  if (mode === MODE_SUBMODULE) await rmdir(place).catch(() => undefined);
  else
    await unlink(place).catch((error) =>
      ['ENOENT', 'ENOTDIR'].includes(errorCode(error)) ? undefined : Promise.reject(error),
    );
  for (let folder = dirname(place); folder !== repository.dir; folder = dirname(folder)) {
    const left = await readdir(folder).catch(() => undefined);
    if (left === undefined || left.length > 0) return;
    await rmdir(folder).catch(() => undefined);
  }
}
