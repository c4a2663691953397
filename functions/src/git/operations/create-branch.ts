/** `create-branch`: a branch at HEAD or at a commit, without leaving the current one. */
import { GitFault } from '../git-fault.ts';
import { requireHeadCommit } from '../refs/head.ts';
import { readRef } from '../refs/read-refs.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import { updateRef } from '../refs/update-ref.ts';
import type { Repository } from '../repository.ts';

export interface CreateBranchInput {
  branch: string;
  /** Default HEAD. */
  commitRef?: string;
}

/** @throws GitFault `git_branch_exists`, `git_unknown_ref`, `git_no_commits` */
export async function createBranch(
  repository: Repository,
  { branch, commitRef }: CreateBranchInput,
): Promise<{ branch: string; commit: string }> {
  const commit =
    commitRef === undefined ? requireHeadCommit(repository) : resolveCommit(repository, commitRef);
  const name = `refs/heads/${branch}`;
  if (readRef(repository, name) !== undefined) throw new GitFault('git_branch_exists', { branch });
  await updateRef(repository, {
    name,
    from: null,
    to: commit,
    reason: `branch: Created from ${commitRef ?? 'HEAD'}`,
  });
  return { branch, commit };
}
