/**
 * `abort-merge` (Contract 7): leaves a merge that native git or the editor began. Files that the merge touched go back
 * to HEAD, after what they hold was kept under `refs/sightline/abort-merge/`; other uncommitted changes stay.
 */
import { GitFault } from '../git-fault.ts';
import { changeIndex } from '../index/change-index.ts';
import { conflictedPaths } from '../index/git-index.ts';
import { clearMergeState, isMerging } from '../merge/merge-state.ts';
import { readHead } from '../refs/head.ts';
import type { Repository } from '../repository.ts';
import { compareHead, headTree } from '../worktree/compare-head.ts';
import { applySwitch } from '../worktree/switch-tree.ts';
import { keepWorkFiles } from './discard-changes.ts';

/** @throws GitFault `git_no_merge` */
export async function abortMerge(
  repository: Repository,
): Promise<{ branch: string | null; files: string[] }> {
  return changeIndex(repository, async (change) => {
    const inConflict = conflictedPaths(change.index);
    if (!isMerging(repository) && inConflict.length === 0) throw new GitFault('git_no_merge');
    const head = headTree(repository);
    const files = [...new Set([...inConflict, ...compareHead(repository, change.index, head).keys()])];
    if (files.length > 0) {
      await keepWorkFiles(repository, change.index, files, 'abort-merge');
      await applySwitch(repository, change, new Map(files.map((path) => [path, head.get(path)])));
    }
    await clearMergeState(repository);
    return { branch: readHead(repository).branch, files };
  });
}
