/** `checkout` (Spec 3.2, Contract 7): to a commit (detached HEAD) or a branch, if validate-checkout allows it. */
import { GitFault } from '../git-fault.ts';
import { findTarget } from '../refs/find-target.ts';
import type { Repository } from '../repository.ts';
import { switchHead } from './switch-head.ts';
import { type Blocker, validateCheckout } from './validate-checkout.ts';

const NAMES: Readonly<Record<Blocker, string>> = {
  uncommitted_changes: 'uncommitted changes',
  unpushed_commits: 'unpushed commits',
};

/** @throws GitFault `git_checkout_blocked` with `blockers`; `git_unknown_ref` */
export async function checkoutCommit(
  repository: Repository,
  input: { commitRef: string },
): Promise<{ ref: string; isDetachedHead: boolean }> {
  const check = await validateCheckout(repository, { targetRef: input.commitRef });
  if (!check.canCheckout) {
    const blocked = check.blockers.map((blocker) => NAMES[blocker]).join(' and ');
    const { blockers, uncommittedCount, unpushedCount } = check;
    throw new GitFault('git_checkout_blocked', { blocked }, { blockers, uncommittedCount, unpushedCount });
  }
  const target = await findTarget(repository, input.commitRef);
  await switchHead(repository, target);
  return target.kind === 'commit'
    ? { ref: target.commit, isDetachedHead: true }
    : { ref: target.branch, isDetachedHead: false };
}
