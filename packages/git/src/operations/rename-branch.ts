/** `rename-branch` (Contract 7): renames a local branch and keeps its upstream. */
import { changing } from '../change/changing.ts';
import { GitFault } from '../git-fault.ts';
import { findBranch } from '../refs/find-ref.ts';
import { lastBranch, rememberBranch } from '../refs/last-branch.ts';
import { readHead } from '../refs/read-refs.ts';
import type { Repository } from '../repository.ts';
import { refuseBranch } from './create-branch.ts';

export interface RenameBranchInput {
  /** Default: the current one. */
  branch?: string | undefined;
  newName: string;
}

/** @throws GitFault `git_unknown_ref`, `git_branch_exists`, `git_detached_head` */
export async function renameBranch(
  repository: Repository,
  input: RenameBranchInput,
): Promise<{ branch: string; previous: string }> {
  return changing(repository, async (change, repository) => {
    const previous = input.branch ?? (await readHead(repository)).branch;
    if (previous === null) throw new GitFault('git_detached_head');
    if ((await findBranch(repository, previous)) === null)
      throw new GitFault('git_unknown_ref', { ref: previous });
    if ((await findBranch(repository, input.newName)) !== null)
      throw new GitFault('git_branch_exists', { branch: input.newName });
    await change
      .git(['branch', '-q', '-m', '--', previous, input.newName])
      .catch((error: unknown) => refuseBranch(repository, input.newName, error));
    if (lastBranch(repository) === previous) rememberBranch(repository, input.newName);
    return { branch: input.newName, previous };
  });
}
