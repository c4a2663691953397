/**
 * `reset` (Contract 7): moves the branch to a commit. `soft` touches nothing else, `mixed` the index, `hard` the
 * working tree too. What would be lost, commits or uncommitted changes, is kept under `refs/sightline/reset/` first.
 */
import { treeOf } from '../history/commit-table.ts';
import { reach } from '../history/reach.ts';
import { changeIndex, type IndexChange } from '../index/change-index.ts';
import { entriesFromHead } from '../index/entries-from-head.ts';
import { stagedByPath } from '../index/git-index.ts';
import { clearMergeState } from '../merge/merge-state.ts';
import { type FlatEntry, type FlatTree, flattenTree } from '../objects/flat-tree.ts';
import { readHead, requireHeadCommit } from '../refs/head.ts';
import { keepCommit } from '../refs/keep-recovery.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import { moveHead } from '../refs/update-ref.ts';
import type { Repository } from '../repository.ts';
import { compareHead } from '../worktree/compare-head.ts';
import { scanWorktree } from '../worktree/scan-worktree.ts';
import { applySwitch } from '../worktree/switch-tree.ts';
import { keepWorkFiles } from './discard-changes.ts';
import { commitTips } from './switch-head.ts';

export interface ResetInput {
  commitRef: string;
  resetMode: 'soft' | 'mixed' | 'hard';
}

export interface ResetAnswer {
  ref: string;
  resetMode: ResetInput['resetMode'];
  /** Where HEAD stood. */
  previous: string;
  /** Recovery refs that were made. */
  kept: string[];
}

export async function resetHead(repository: Repository, input: ResetInput): Promise<ResetAnswer> {
  const ref = resolveCommit(repository, input.commitRef);
  return changeIndex(repository, async (change) => {
    const previous = requireHeadCommit(repository);
    const kept = await keepLostCommits(repository, previous, ref);
    const tree = flattenTree(repository, treeOf(repository, ref));
    if (input.resetMode === 'hard') kept.push(...(await resetFiles(repository, change, tree)));
    if (input.resetMode === 'mixed') await change.write(mixedEntries(change, tree));
    await moveHead(repository, previous, ref, `reset: moving to ${input.commitRef}`);
    if (input.resetMode !== 'soft') await clearMergeState(repository);
    return { ref, resetMode: input.resetMode, previous, kept };
  });
}

async function keepLostCommits(repository: Repository, previous: string, ref: string): Promise<string[]> {
  const { branch } = readHead(repository);
  const others = commitTips(repository, new Set(branch === null ? [] : [`refs/heads/${branch}`]));
  const named = await reach(repository, [...others, ref]);
  if (named.has(repository.caches.commits.number(previous))) return [];
  return [await keepCommit(repository, 'reset', previous)];
}

/** Entries that stay the same keep what is known of their files. */
function mixedEntries({ index }: IndexChange, tree: FlatTree) {
  const staged = stagedByPath(index);
  return [...tree].flatMap(([path, entry]) => {
    const old = staged.get(path);
    return old?.oid === entry.oid && old.mode === entry.mode ? [old] : entriesFromHead(path, entry);
  });
}

/** Everything tracked, then or now, becomes what the tree says; returns the recovery ref of what differed. */
async function resetFiles(repository: Repository, change: IndexChange, tree: FlatTree): Promise<string[]> {
  const state = await scanWorktree(repository, change.index);
  const staged = stagedByPath(change.index);
  const inTheWay = state.untracked.filter((path) => tree.has(path));
  const changes = new Map<string, FlatEntry | undefined>();
  for (const { path } of change.index.entries) {
    const wanted = tree.get(path);
    const old = staged.get(path);
    if (old === undefined || old.oid !== wanted?.oid || old.mode !== wanted.mode || state.changed.has(path))
      changes.set(path, wanted);
  }
  for (const [path, wanted] of tree) if (!staged.has(path)) changes.set(path, wanted);
  const kept = await keepUncommitted(repository, change, [...state.changed.keys(), ...inTheWay]);
  await applySwitch(repository, change, changes);
  return kept;
}

async function keepUncommitted(
  repository: Repository,
  { index }: IndexChange,
  unstaged: readonly string[],
): Promise<string[]> {
  const inConflict = index.entries.filter((entry) => entry.stage > 0).map((entry) => entry.path);
  if (unstaged.length + inConflict.length + compareHead(repository, index).size === 0) return [];
  return [await keepWorkFiles(repository, index, [...new Set([...unstaged, ...inConflict])], 'reset')];
}
