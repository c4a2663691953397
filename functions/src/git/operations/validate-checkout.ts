/** `validate-checkout` (Spec 3.2, Contract 7): whether the working tree may be switched, and what stands against it. */
import { countMissing, reach } from '../history/reach.ts';
import { isMerging } from '../merge/merge-state.ts';
import { findTarget } from '../refs/find-target.ts';
import { readHead } from '../refs/head.ts';
import { readRefs } from '../refs/read-refs.ts';
import { listRemotes } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';
import { listFiles } from './read-status.ts';

export type Blocker = 'uncommitted_changes' | 'unpushed_commits';

export interface CheckoutCheck {
  canCheckout: boolean;
  blockers: Blocker[];
  /** Paths with a change, staged or not, untracked ones included. */
  uncommittedCount: number;
  unpushedCount: number;
  /** Hash that HEAD is on, or null before the first commit. */
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
  findTarget(repository, input.targetRef);
  const head = readHead(repository);
  const { files } = await listFiles(repository);
  const unpushedCount = await countUnpushed(repository);
  const blockers: Blocker[] = [];
  if (files.length > 0 || isMerging(repository)) blockers.push('uncommitted_changes');
  if (unpushedCount > 0) blockers.push('unpushed_commits');
  return {
    canCheckout: blockers.length === 0,
    blockers,
    uncommittedCount: files.length,
    unpushedCount,
    currentRef: head.commit,
    targetRef: input.targetRef,
    currentBranch: head.branch,
    isDetachedHead: head.branch === null,
  };
}

/**
 * Commits of HEAD that no remote branch has. Without any remote there is nowhere to push to, so there are none. On a
 * detached HEAD those that a branch has do not count: they stay where they are.
 */
export async function countUnpushed(repository: Repository): Promise<number> {
  const { branch, commit } = readHead(repository);
  if (commit === null || listRemotes(repository).length === 0) return 0;
  const safe = branch === null ? /^refs\/(remotes|heads)\// : /^refs\/remotes\//;
  const tips = [...readRefs(repository)].filter(([name]) => safe.test(name)).map(([, oid]) => oid);
  return countMissing(await reach(repository, [commit]), await reach(repository, new Set(tips)));
}
