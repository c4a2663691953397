/**
 * `discard`: puts files back to what is staged; an untracked file goes. Irreversible in the editor (Spec 4.4), but
 * what was there is kept first under `refs/sightline/discard/` (Contract 7).
 */
import { GitFault } from '../git-fault.ts';
import { changeIndex } from '../index/change-index.ts';
import { conflictedPaths, type GitIndex, stagedByPath } from '../index/git-index.ts';
import { stageFile } from '../index/stage-file.ts';
import type { FlatEntry } from '../objects/flat-tree.ts';
import { type NewObject, writeObjects } from '../objects/write-objects.ts';
import { keepFiles } from '../refs/keep-recovery.ts';
import type { Repository } from '../repository.ts';
import { AttributeReader } from '../worktree/attributes.ts';
import { scanWorktree } from '../worktree/scan-worktree.ts';
import { applySwitch } from '../worktree/switch-tree.ts';

export async function discardChanges(
  repository: Repository,
  input: { files: string[] },
): Promise<{ files: string[] }> {
  return changeIndex(repository, async (change) => {
    const files = await chooseFiles(repository, change.index, input.files);
    if (files.length === 0) return { files };
    await keepWorkFiles(repository, change.index, files, 'discard');
    const staged = stagedByPath(change.index);
    await applySwitch(repository, change, new Map(files.map((path) => [path, staged.get(path)])));
    return { files };
  });
}

async function chooseFiles(
  repository: Repository,
  index: GitIndex,
  names: readonly string[],
): Promise<string[]> {
  const state = await scanWorktree(repository, index);
  const unstaged = [...state.changed.keys(), ...state.untracked.filter((path) => !path.endsWith('/'))];
  const inConflict = conflictedPaths(index);
  const known = new Set([...index.entries.map((entry) => entry.path), ...unstaged]);
  const chosen = names.flatMap((name) => {
    const isInside = (path: string): boolean => path === name || path.startsWith(`${name}/`);
    if (inConflict.some(isInside))
      throw new GitFault('git_unmerged_files', {}, { conflicted: inConflict.filter(isInside) });
    if (![...known].some(isInside)) throw new GitFault('git_unknown_path', { path: name });
    return unstaged.filter(isInside);
  });
  return [...new Set(chosen)];
}

/** Keeps what these files hold now, on top of what is staged, under a recovery ref, whose name it returns. */
export async function keepWorkFiles(
  repository: Repository,
  index: GitIndex,
  paths: readonly string[],
  why: string,
): Promise<string> {
  const attributes = new AttributeReader(repository);
  const files = new Map<string, FlatEntry>(index.entries.map((entry) => [entry.path, entry]));
  const objects: NewObject[] = [];
  for (const path of paths) {
    const made = stageFile(repository, attributes, path, stagedByPath(index).get(path));
    if (made === undefined) files.delete(path);
    else files.set(path, made.entry);
    if (made?.object !== undefined) objects.push(made.object);
  }
  await writeObjects(repository.objects, objects);
  return keepFiles(repository, why, files);
}
