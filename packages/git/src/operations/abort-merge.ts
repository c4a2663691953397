/**
 * `abort-merge` (Contract 7): aborts a merge that native git or the editor started. Files touched by the merge are reset to
 * HEAD after their content was kept under `refs/sightline/abort-merge/`; other uncommitted changes are kept in place.
 */
import { changing } from '../change/changing.ts';
import { commitStaged, keepTree, snapshotWork } from '../change/keep.ts';
import { clearMergeState, isMerging } from '../change/merge-state.ts';
import { putInPlace } from '../change/scratch.ts';
import { registerRedo } from '../change/settle.ts';
import { GitFault } from '../git-fault.ts';
import { forgetMerge, pendingMerge } from '../merge/pending-merge.ts';
import { git, type Repository } from '../repository.ts';
import { conflictsIn, readChanges, type WorkState } from '../status/read-changes.ts';

/** @throws GitFault `git_no_merge` */
export async function abortMerge(
  repository: Repository,
): Promise<{ branch: string | null; files: string[] }> {
  return changing(repository, async (change, repository) => {
    const state = await readChanges(repository, { untracked: 'no' });
    const isPending = pendingMerge(repository) !== undefined;
    forgetMerge(repository);
    if (!isMerging(repository) && conflictsIn(state).length === 0) {
      if (isPending) return { branch: state.branch, files: [] };
      throw new GitFault('git_no_merge');
    }
    change.begin({ kind: 'again', operation: 'abort-merge', input: null });
    return { branch: state.branch, files: await leave(repository, state) };
  });
}

async function leave(repository: Repository, state: WorkState): Promise<string[]> {
  const files = state.files.filter((file) => file.isInConflict || file.index !== '.').map(({ path }) => path);
  const staged = await commitStaged(repository, 'abort-merge', state);
  const snapshot = await snapshotWork(repository, files);
  if (files.length > 0) await keepTree(repository, 'abort-merge', snapshot.tree, state.commit, staged);
  // With an index that matches the files, git sees no changes that it would have to preserve.
  await git(repository, ['reset', '-q', '--merge'], { index: snapshot.index });
  putInPlace(repository, snapshot.index);
  clearMergeState(repository);
  return files;
}

registerRedo('abort-merge', async (repository) => {
  const state = await readChanges(repository, { untracked: 'no' });
  if (isMerging(repository) || conflictsIn(state).length > 0) await leave(repository, state);
});
