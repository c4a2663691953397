/**
 * `discard`: resets files to their staged content and deletes untracked ones. Irreversible in the editor (Spec 4.4), but
 * the content is kept first under `refs/sightline/discard/` (Contract 7).
 */
import * as z from 'zod/mini';
import { changing } from '../change/changing.ts';
import { keepWork } from '../change/keep.ts';
import { makeScratch, putInPlace } from '../change/scratch.ts';
import { registerRedo } from '../change/settle.ts';
import { GitFault } from '../git-fault.ts';
import { joinRecords } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';
import { isTracked } from '../status/is-tracked.ts';
import { type ChangedFile, conflictsIn, readChanges, type WorkState } from '../status/read-changes.ts';
import { isInside } from '../validate/require-path.ts';

export async function discardChanges(
  repository: Repository,
  input: { files: string[] },
): Promise<{ files: string[] }> {
  return changing(repository, async (change, repository) => {
    const state = await readChanges(repository);
    const chosen = await chooseFiles(repository, state, input.files);
    const files = chosen.map(({ path }) => path);
    if (files.length === 0) return { files };
    change.begin({ kind: 'again', operation: 'discard', input: files });
    await discard(repository, state, chosen);
    return { files };
  });
}

/** Number of paths per command line, whose length systems limit. */
const A_CALL = 200;

const isUnstaged = ({ work, path }: ChangedFile): boolean => work !== '.' && !path.endsWith('/');

async function chooseFiles(
  repository: Repository,
  state: WorkState,
  names: readonly string[],
): Promise<ChangedFile[]> {
  const chosen = new Map<string, ChangedFile>();
  for (const name of names) {
    const inside = state.files.filter(({ path }) => isInside(path, name));
    const conflicted = inside.filter((file) => file.isInConflict).map(({ path }) => path);
    if (conflicted.length > 0) throw new GitFault('git_unmerged_files', {}, { conflicted });
    const unstaged = inside.filter(isUnstaged);
    if (unstaged.length === 0 && !(await isTracked(repository, name)))
      throw new GitFault('git_unknown_path', { path: name });
    for (const file of unstaged) chosen.set(file.path, file);
  }
  return [...chosen.values()];
}

async function discard(repository: Repository, state: WorkState, files: readonly ChangedFile[]) {
  const paths = files.map(({ path }) => path);
  await keepWork(repository, 'discard', [...paths, ...conflictsIn(state)], state.commit);
  const index = makeScratch(repository, 'discard');
  // An untracked file may be in the place of a tracked file's folder.
  const untracked = paths.filter((_, at) => files[at]?.index === '?');
  for (let at = 0; at < untracked.length; at += A_CALL)
    await git(repository, ['clean', '-f', '-d', '-q', '-x', '--', ...untracked.slice(at, at + A_CALL)], {
      index,
    });
  const tracked = paths.filter((_, at) => files[at]?.index !== '?');
  const args = ['checkout-index', '-f', '-u', '-q', '-z', '--stdin'];
  if (tracked.length > 0) await git(repository, args, { index, input: joinRecords(tracked) });
  putInPlace(repository, index);
}

registerRedo('discard', async (repository, input) => {
  const names = new Set(z.array(z.string()).parse(input));
  const state = await readChanges(repository);
  const files = state.files.filter((file) => names.has(file.path) && isUnstaged(file) && !file.isInConflict);
  if (files.length > 0) await discard(repository, state, files);
});
