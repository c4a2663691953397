/** Shared by checkout, return-to-latest and switch-branch: moves files, index and HEAD together. */
import { changing } from '../change/changing.ts';
import { keepCommit } from '../change/keep.ts';
import { isMerging } from '../change/merge-state.ts';
import { moveTo } from '../change/move-to.ts';
import { GitFault } from '../git-fault.ts';
import type { Target } from '../refs/find-target.ts';
import { rememberBranch } from '../refs/last-branch.ts';
import { followingAll } from '../refs/tracking.ts';
import { git, type Repository } from '../repository.ts';
import { conflictsIn, readChanges, type WorkState } from '../status/read-changes.ts';

/** @throws GitFault `git_local_changes`, `git_unmerged_files`, `git_locked` */
export async function switchHead(repository: Repository, target: Target): Promise<void> {
  await changing(repository, async (change, repository) => {
    await moveTo(repository, change, {
      state: readClear(repository).then((state) => leave(repository, state, target)),
      to: target.commit,
      code: 'git_local_changes',
      why: 'switch',
      args: argsFor(target),
      head: target.kind === 'commit' ? `${target.commit}\n` : `ref: refs/heads/${target.branch}\n`,
      ...(target.kind === 'remote' && { settings: followingAll(target.remote) }),
    });
    if (target.kind !== 'commit') rememberBranch(repository, target.branch);
  });
}

/** @throws GitFault `git_unmerged_files` */
export async function readClear(repository: Repository): Promise<WorkState> {
  const state = await readChanges(repository, { untracked: 'no' });
  const conflicted = conflictsIn(state);
  if (conflicted.length > 0 || isMerging(repository))
    throw new GitFault('git_unmerged_files', {}, { conflicted });
  return state;
}

/** Before HEAD moves, the branch to return to is saved, and unreachable commits of a detached HEAD get a recovery ref. */
async function leave(repository: Repository, state: WorkState, target: Target): Promise<WorkState> {
  const { branch, commit } = state;
  if (branch !== null && target.kind === 'commit') rememberBranch(repository, branch);
  if (branch === null && commit !== null && !(await isNamed(repository, commit, [])))
    await keepCommit(repository, 'detached', commit);
  return state;
}

function argsFor(target: Target): string[] {
  const quiet = ['checkout', '-q', '--no-guess'];
  if (target.kind === 'commit') return [...quiet, '--detach', target.commit, '--'];
  if (target.kind === 'branch') return [...quiet, target.branch, '--'];
  return [...quiet, '-b', target.branch, '--track', `refs/remotes/${target.tracking}`, '--'];
}

/** Whether the commit is reachable from a ref other than the named ones, or from one of the commits. */
export async function isNamed(
  repository: Repository,
  commit: string,
  without: readonly string[],
  commits: readonly string[] = [],
): Promise<boolean> {
  const others = [...without.map((ref) => `--exclude=${ref}`), '--glob=refs/*'];
  const args = ['rev-list', '-n', '1', commit, '--not', ...commits, ...others];
  return (await git(repository, args)).stdout.length === 0;
}
