/** The branch to return to from a detached HEAD, stored on disk so that it survives a restart (Spec 3.2). */
import { join } from 'node:path';
import { ownFolder } from '../change/journal.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { writeWhole } from '../storage/write-whole.ts';
import { isRefName } from '../validate/require-ref-name.ts';

const fileOf = (repository: Repository): string => join(ownFolder(repository), 'last-branch');

export function lastBranch(repository: Repository): string | undefined {
  // Only the line break is removed: names may end in other whitespace.
  const name = (readOptionalText(fileOf(repository)) ?? '').replace(/\n$/, '');
  return isRefName(name) ? name : undefined;
}

export function rememberBranch(repository: Repository, branch: string): void {
  if (lastBranch(repository) !== branch) writeWhole(fileOf(repository), `${branch}\n`);
}
