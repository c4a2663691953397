/**
 * `switch-branch` (Spec 4.4): to a local branch, or to a remote-only one, for which a local branch that follows it is
 * created. Uncommitted changes are carried over; if they would be overwritten, nothing is done.
 */
import { GitFault } from '../git-fault.ts';
import { findTarget } from '../refs/find-target.ts';
import type { Repository } from '../repository.ts';
import { switchHead } from './switch-head.ts';

/** @throws GitFault `git_unknown_ref`, `git_local_changes`, `git_unmerged_files` */
export async function switchBranch(
  repository: Repository,
  input: { branch: string },
): Promise<{ branch: string; created: boolean; tracking: string | null }> {
  const target = await findTarget(repository, input.branch);
  if (target.kind === 'commit') throw new GitFault('git_unknown_ref', { ref: input.branch });
  await switchHead(repository, target);
  const created = target.kind === 'remote';
  return { branch: target.branch, created, tracking: created ? target.tracking : null };
}
