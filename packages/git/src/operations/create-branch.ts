/** `create-branch`: creates a branch at HEAD or at a commit without switching to it. */
import { changing } from '../change/changing.ts';
import { GitFault } from '../git-fault.ts';
import { findOid } from '../process/cat-file.ts';
import { GitProcessError } from '../process/run-git.ts';
import { findBranch } from '../refs/find-ref.ts';
import { readRefs } from '../refs/read-refs.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import type { Repository } from '../repository.ts';

export interface CreateBranchInput {
  branch: string;
  /** Default HEAD. */
  commitRef?: string | undefined;
}

/** @throws GitFault `git_branch_exists`, `git_unknown_ref`, `git_no_commits` */
export async function createBranch(
  repository: Repository,
  { branch, commitRef }: CreateBranchInput,
): Promise<{ branch: string; commit: string }> {
  const commit = await (commitRef === undefined
    ? findOid(repository, 'HEAD^{commit}')
    : resolveCommit(repository, commitRef));
  if (commit === null) throw new GitFault('git_no_commits');
  if ((await findBranch(repository, branch)) !== null) throw new GitFault('git_branch_exists', { branch });
  await changing(repository, async (change) => {
    await change
      .git(['branch', '--no-track', '--', branch, commit])
      .catch((error: unknown) => refuseBranch(repository, branch, error));
  });
  return { branch, commit };
}

/** `a` and `a/b` cannot both be refs, but git's exit code does not say so. */
export async function refuseBranch(repository: Repository, branch: string, error?: unknown): Promise<never> {
  const { refs } = await readRefs(repository);
  const isNear = (name: string): boolean =>
    name === branch || name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`);
  const locals = [...refs.keys()].filter((name) => name.startsWith('refs/heads/'));
  if (locals.some((name) => isNear(name.slice('refs/heads/'.length))))
    throw new GitFault('git_branch_exists', { branch });
  throw error instanceof GitProcessError ? new GitFault('git_ref_moved') : error;
}
