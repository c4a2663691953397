/** The common part of checkout, return-to-latest and switch-branch: working tree, index and HEAD moved together. */
import { setConfig } from '../config/edit-config.ts';
import { GitFault } from '../git-fault.ts';
import { treeOf } from '../history/commit-table.ts';
import { reach } from '../history/reach.ts';
import { changeIndex } from '../index/change-index.ts';
import { conflictedPaths } from '../index/git-index.ts';
import { isMerging } from '../merge/merge-state.ts';
import { flattenTree } from '../objects/flat-tree.ts';
import { EMPTY_TREE } from '../objects/git-object.ts';
import type { Target } from '../refs/find-target.ts';
import { type Head, readHead } from '../refs/head.ts';
import { keepCommit } from '../refs/keep-recovery.ts';
import { rememberBranch } from '../refs/last-branch.ts';
import { readRefs } from '../refs/read-refs.ts';
import { setHead, updateRef } from '../refs/update-ref.ts';
import type { Repository } from '../repository.ts';
import { applySwitch, findOverwritten, planSwitch } from '../worktree/switch-tree.ts';

/** @throws GitFault `git_local_changes`, `git_unmerged_files`, `git_locked` */
export async function switchHead(repository: Repository, target: Target): Promise<void> {
  await changeIndex(repository, async (change) => {
    const inConflict = conflictedPaths(change.index);
    if (inConflict.length > 0 || isMerging(repository))
      throw new GitFault('git_unmerged_files', {}, { conflicted: inConflict });
    const head = readHead(repository);
    const from = flattenTree(repository, head.commit === null ? EMPTY_TREE : treeOf(repository, head.commit));
    const to = flattenTree(repository, treeOf(repository, target.commit));
    const changes = planSwitch(from, to);
    const overwritten = findOverwritten(repository, change, from, changes);
    if (overwritten.length > 0) throw new GitFault('git_local_changes', {}, { files: overwritten });
    await keepUnnamed(repository, head);
    await applySwitch(repository, change, changes);
    await placeHead(repository, head, target);
  });
}

/** The branch to return to is on the disk before HEAD leaves it. */
async function placeHead(repository: Repository, head: Head, target: Target): Promise<void> {
  const reason = `checkout: moving from ${head.branch ?? head.commit ?? ''} to ${'branch' in target ? target.branch : target.commit}`;
  if (target.kind === 'commit') {
    if (head.branch !== null) await rememberBranch(repository, head.branch);
    return setHead(repository, { commit: target.commit }, target.commit, reason);
  }
  if (target.kind === 'remote') await createTracking(repository, target);
  await setHead(repository, { branch: target.branch }, target.commit, reason);
  await rememberBranch(repository, target.branch);
}

async function createTracking(
  repository: Repository,
  target: Extract<Target, { kind: 'remote' }>,
): Promise<void> {
  const reason = `branch: Created from ${target.tracking}`;
  await updateRef(repository, { name: `refs/heads/${target.branch}`, from: null, to: target.commit, reason });
  await setConfig(repository, 'branch', target.branch, {
    remote: target.remote,
    merge: `refs/heads/${target.branch}`,
  });
}

/** Commits made on a detached HEAD that no ref leads to get a recovery ref before HEAD leaves them. */
export async function keepUnnamed(repository: Repository, head: Head): Promise<void> {
  if (head.branch !== null || head.commit === null) return;
  const named = await reach(repository, commitTips(repository, new Set()));
  if (!named.has(repository.caches.commits.number(head.commit)))
    await keepCommit(repository, 'detached', head.commit);
}

/** All refs that lead to commits, but for the named ones. */
export function commitTips(repository: Repository, without: ReadonlySet<string>): string[] {
  const tips = [...readRefs(repository)].filter(([name]) => !without.has(name)).map(([, oid]) => oid);
  return [...new Set(tips)].filter((oid) => repository.objects.find(oid)?.type === 'commit');
}
