/**
 * `reset` (Contract 7): moves the branch to a commit. `soft` touches nothing else, `mixed` also the index, `hard` also the
 * working tree. Commits, uncommitted changes and ignored files that would be lost are first kept under
 * `refs/sightline/reset/`.
 */
import * as z from 'zod/mini';
import { findBlockingFiles } from '../change/blocking-files.ts';
import { changing } from '../change/changing.ts';
import { commitStaged, keepCommit, keepWork } from '../change/keep.ts';
import { clearMergeState } from '../change/merge-state.ts';
import { makeScratch, putInPlace } from '../change/scratch.ts';
import { registerRedo } from '../change/settle.ts';
import { verifyTree } from '../change/verify-tree.ts';
import { diffTrees, EMPTY_TREE } from '../diff/diff-trees.ts';
import { GitFault } from '../git-fault.ts';
import { forgetMerge } from '../merge/pending-merge.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import { git, type Repository } from '../repository.ts';
import { readChanges, type WorkState } from '../status/read-changes.ts';
import { isNamed } from './switch-head.ts';

export interface ResetInput {
  commitRef: string;
  resetMode: 'soft' | 'mixed' | 'hard';
}

export interface ResetAnswer {
  ref: string;
  resetMode: ResetInput['resetMode'];
  /** HEAD before the reset. */
  previous: string;
  /** Created recovery refs. */
  kept: string[];
}

export async function resetHead(repository: Repository, input: ResetInput): Promise<ResetAnswer> {
  const ref = await resolveCommit(repository, input.commitRef);
  return changing(repository, async (change, repository) => {
    const state = await readChanges(repository, { isShown: input.resetMode !== 'hard' });
    const previous = state.commit;
    if (previous === null) throw new GitFault('git_no_commits');
    if (input.resetMode !== 'soft') await verifyTree(repository, ref);
    const kept = await keepLostCommits(repository, state, previous, ref);
    change.begin({ kind: 'again', operation: 'reset', input: { ref, resetMode: input.resetMode } });
    kept.push(...(await reset(repository, state, { ref, resetMode: input.resetMode })));
    forgetMerge(repository);
    return { ref, resetMode: input.resetMode, previous, kept };
  });
}

async function keepLostCommits(repository: Repository, { branch }: WorkState, previous: string, ref: string) {
  const without = branch === null ? [] : [`refs/heads/${branch}`];
  if (previous === ref || (await isNamed(repository, previous, without, [ref]))) return [];
  return [await keepCommit(repository, 'reset', previous)];
}

/** In the journal. */
const redoSchema = z.object({ ref: z.string(), resetMode: z.enum(['soft', 'mixed', 'hard']) });

async function reset(
  repository: Repository,
  state: WorkState,
  { ref, resetMode }: z.infer<typeof redoSchema>,
): Promise<string[]> {
  const kept = resetMode === 'soft' ? [] : await keepUncommitted(repository, state, { ref, resetMode });
  const index = makeScratch(repository, 'reset');
  await git(repository, ['reset', '-q', `--${resetMode}`, ref, '--'], { index });
  putInPlace(repository, index);
  if (resetMode !== 'soft') clearMergeState(repository);
  return kept;
}

/** What is only staged; for `hard` also tracked files that differ, and untracked and ignored files that the commit overwrites. */
async function keepUncommitted(
  repository: Repository,
  state: WorkState,
  { ref, resetMode }: z.infer<typeof redoSchema>,
): Promise<string[]> {
  const staged = await commitStaged(repository, 'reset', state);
  if (resetMode === 'mixed') return staged === null ? [] : [await keepCommit(repository, 'reset', staged)];
  const changes = await diffTrees(repository, state.commit ?? EMPTY_TREE, ref);
  const tracked = new Set(changes.filter(({ before }) => before !== null).map(({ path }) => path));
  const dirty = state.files.filter(({ index }) => index !== '?').map(({ path }) => path);
  const known = new Set([...tracked, ...dirty.filter((path) => isInIndex(state, path))]);
  const wanted = [...changes.filter(({ after }) => after !== null).map(({ path }) => path), ...dirty];
  const blocking = findBlockingFiles(repository.dir, wanted, (path) => known.has(path));
  const paths = [...new Set([...dirty, ...blocking])];
  return paths.length === 0 ? [] : [await keepWork(repository, 'reset', paths, state.commit, staged)];
}

const isInIndex = ({ files }: WorkState, path: string): boolean =>
  files.some((file) => file.path === path && file.index !== 'D');

registerRedo('reset', async (repository, input) => {
  const { ref, resetMode } = redoSchema.parse(input);
  const state = await readChanges(repository, { isShown: resetMode !== 'hard' });
  // Commits do not need the lock of the index: a branch may have got some since.
  if (state.commit !== null) await keepLostCommits(repository, state, state.commit, ref);
  await reset(repository, state, { ref, resetMode });
});
