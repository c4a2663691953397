/** A merge in progress, begun by native git or by the editor: what it left in the git directory. */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { trimBlank } from '../blank.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { isOid } from '../validate/require-commit-ref.ts';

const FILES = ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'AUTO_MERGE', 'SQUASH_MSG'];

/** The commits that are being merged into HEAD; empty where no merge is in progress. */
export function mergeHeads(repository: Repository): string[] {
  const text = readOptionalText(join(repository.gitdir, 'MERGE_HEAD')) ?? '';
  return text.split('\n').map(trimBlank).filter(isOid);
}

export const isMerging = (repository: Repository): boolean => mergeHeads(repository).length > 0;

/** MERGE_HEAD goes first: without it the others mean nothing. */
export async function clearMergeState(repository: Repository): Promise<void> {
  for (const name of FILES) await unlink(join(repository.gitdir, name)).catch(() => undefined);
}
