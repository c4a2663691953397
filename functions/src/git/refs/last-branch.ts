/** The branch to return to from a detached HEAD: kept on the disk, so that it survives a restart (Spec 3.2). */
import { join } from 'node:path';
import { trimBlank } from '../blank.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { writeDurably } from '../storage/write-durably.ts';
import { isRefName } from '../validate/require-ref-name.ts';

const fileOf = (repository: Repository): string => join(repository.gitdir, 'sightline', 'last-branch');

export function lastBranch(repository: Repository): string | undefined {
  const name = trimBlank(readOptionalText(fileOf(repository)) ?? '');
  return isRefName(name) ? name : undefined;
}

export async function rememberBranch(repository: Repository, branch: string): Promise<void> {
  if (lastBranch(repository) === branch) return;
  await writeDurably(fileOf(repository), Buffer.from(`${branch}\n`));
}
