/** `delete-branch` (Contract 7): deletes a local branch; commits reachable only from it get a recovery ref first. */
import { changing } from '../change/changing.ts';
import { keepCommit } from '../change/keep.ts';
import { GitFault } from '../git-fault.ts';
import { findBranch } from '../refs/find-ref.ts';
import { readHead } from '../refs/read-refs.ts';
import type { Repository } from '../repository.ts';
import { isNamed } from './switch-head.ts';

export interface DeleteBranchAnswer {
  branch: string;
  /** The branch's last commit. */
  commit: string;
  /** Created recovery refs. */
  kept: string[];
}

/** @throws GitFault `git_unknown_ref`; `git_branch_in_use` for the current branch */
export async function deleteBranch(
  repository: Repository,
  { branch }: { branch: string },
): Promise<DeleteBranchAnswer> {
  return changing(repository, async (change, repository) => {
    const commit = await findBranch(repository, branch);
    if (commit === null) throw new GitFault('git_unknown_ref', { ref: branch });
    if ((await readHead(repository)).branch === branch) throw new GitFault('git_branch_in_use', { branch });
    const kept = (await isNamed(repository, commit, [`refs/heads/${branch}`]))
      ? []
      : [await keepCommit(repository, 'branch', commit)];
    await change.git(['branch', '-q', '-D', '--', branch]);
    return { branch, commit, kept };
  });
}
