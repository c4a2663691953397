/**
 * `unstage`: resets the index to HEAD; the working tree is not touched (Spec 4.4, Contract 7). Staged content that it does
 * not have is kept first under `refs/sightline/unstage/`.
 */
import { changing } from '../change/changing.ts';
import { commitStaged, keepCommit } from '../change/keep.ts';
import { GitFault } from '../git-fault.ts';
import { joinRecords } from '../process/records.ts';
import type { Repository } from '../repository.ts';
import { isTracked } from '../status/is-tracked.ts';
import { type ChangedFile, readChanges } from '../status/read-changes.ts';
import { isInside } from '../validate/require-path.ts';
import type { FilesInput } from './add-files.ts';

const isStaged = ({ index, isInConflict }: ChangedFile): boolean => isInConflict || !'.?'.includes(index);

export async function unstageFiles(repository: Repository, input: FilesInput): Promise<{ files: string[] }> {
  return changing(repository, async (change, repository) => {
    const state = await readChanges(repository, { untracked: 'no' });
    const staged = state.files.filter(isStaged).map(({ path }) => path);
    const files = 'all' in input ? staged : await chooseFiles(repository, staged, input.files);
    if (files.length === 0) return { files };
    const only = await commitStaged(repository, 'unstage', state, files);
    if (only !== null) await keepCommit(repository, 'unstage', only);
    change.begin({ kind: 'index' });
    const args = ['reset', '-q', '--pathspec-from-file=-', '--pathspec-file-nul'];
    await change.git(args, { input: joinRecords(files) });
    change.keepIndex();
    return { files };
  });
}

/** Files and folders; an unknown one is an error. */
async function chooseFiles(repository: Repository, staged: readonly string[], names: readonly string[]) {
  const chosen = new Set<string>();
  for (const name of names) {
    const inside = staged.filter((path) => isInside(path, name));
    if (inside.length === 0 && !(await isTracked(repository, name)))
      throw new GitFault('git_unknown_path', { path: name });
    for (const path of inside) chosen.add(path);
  }
  return [...chosen];
}
