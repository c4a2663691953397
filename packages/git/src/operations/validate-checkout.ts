/** `validate-checkout` (Spec 3.2, Contract 7): whether HEAD may move, and what blocks it. */
import { isMerging } from '../change/merge-state.ts';
import { findTarget } from '../refs/find-target.ts';
import { listRemotes } from '../refs/tracking.ts';
import { gitLine, type Repository } from '../repository.ts';
import { readChanges } from '../status/read-changes.ts';

export type Blocker = 'uncommitted_changes' | 'unpushed_commits';

export interface CheckoutCheck {
  canCheckout: boolean;
  blockers: Blocker[];
  /** Paths with a change, staged or not, including untracked ones. */
  uncommittedCount: number;
  unpushedCount: number;
  /** HEAD's commit, or null before the first one. */
  currentRef: string | null;
  targetRef: string;
  currentBranch: string | null;
  isDetachedHead: boolean;
}

/** @throws GitFault `git_unknown_ref` */
export async function validateCheckout(
  repository: Repository,
  input: { targetRef: string },
): Promise<CheckoutCheck> {
  const [state] = await Promise.all([
    readChanges(repository, { isShown: true, renames: true }),
    findTarget(repository, input.targetRef),
  ]);
  const unpushedCount = await countUnpushed(repository, state.branch, state.commit);
  const blockers: Blocker[] = [];
  if (state.files.length > 0 || isMerging(repository)) blockers.push('uncommitted_changes');
  if (unpushedCount > 0) blockers.push('unpushed_commits');
  return {
    canCheckout: blockers.length === 0,
    blockers,
    uncommittedCount: state.files.length,
    unpushedCount,
    currentRef: state.commit,
    targetRef: input.targetRef,
    currentBranch: state.branch,
    isDetachedHead: state.branch === null,
  };
}

/**
 * Commits of HEAD that no remote branch has. Without a remote there is nowhere to push, so none. On a detached HEAD,
 * commits that a branch has do not count, because they are not lost.
 */
async function countUnpushed(
  repository: Repository,
  branch: string | null,
  commit: string | null,
): Promise<number> {
  if (commit === null || listRemotes(repository).length === 0) return 0;
  const safe = branch === null ? ['--remotes', '--branches'] : ['--remotes'];
  return Number(await gitLine(repository, ['rev-list', '--count', commit, '--not', ...safe]));
}
