import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { makingFolder, unlinkQuietly } from '../storage/write-whole.ts';
import { ownFolder } from './journal.ts';

export const indexPath = (repository: Repository): string => join(repository.gitdir, 'index');

/** @returns path of a copy of the index, dropped with the lock. @param name tells the copies of a change apart */
export function makeScratch(repository: Repository, name = 'main'): string {
  const [index, scratch] = [
    indexPath(repository),
    join(ownFolder(repository), `index-${repository.nonce}-${name}`),
  ];
  unlinkQuietly(scratch);
  if (lstatOptional(index) === undefined) {
    mkdirSync(ownFolder(repository), { recursive: true });
    return scratch;
  }
  makingFolder(ownFolder(repository), () => linkOrCopy(index, scratch));
  return scratch;
}

/** By hard link: git replaces an index, it never writes into one. */
function linkOrCopy(index: string, scratch: string): void {
  try {
    linkSync(index, scratch);
  } catch {
    copyFileSync(index, scratch);
    // A newer date would hide changes of files that are as new as the index ("racily clean").
    const seconds = Math.floor(statSync(index).mtimeMs / 1_000);
    utimesSync(scratch, seconds, seconds);
  }
}

/** Replaces the index by a scratch index. There is none if nothing was ever staged. */
export function putInPlace(repository: Repository, scratch: string): void {
  if (lstatOptional(scratch) !== undefined) renameSync(scratch, indexPath(repository));
}

/** Removes all copies that were made under a lock, and what git left beside them. */
export function dropScratches(repository: Repository, nonce: string): void {
  const folder = ownFolder(repository);
  for (const name of namesIn(folder))
    if (name.startsWith(`index-${nonce}-`)) unlinkQuietly(join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
