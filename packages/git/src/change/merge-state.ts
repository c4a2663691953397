/** A merge in progress that native git or the editor started: its files in the git directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOid } from '../process/cat-file.ts';
import type { Repository } from '../repository.ts';
import { unlinkQuietly } from '../storage/write-whole.ts';

const FILES = ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'AUTO_MERGE', 'SQUASH_MSG'];

export const isMerging = (repository: Repository): boolean =>
  existsSync(join(repository.gitdir, 'MERGE_HEAD'));

/** The first of the commits that are being merged into HEAD. */
export const mergeHead = async (repository: Repository): Promise<string | null> =>
  isMerging(repository) ? findOid(repository, 'MERGE_HEAD^{commit}') : null;

/** MERGE_HEAD is removed first: without it the others have no meaning. */
export function clearMergeState(repository: Repository): void {
  for (const name of FILES) unlinkQuietly(join(repository.gitdir, name));
}
