/** One file of the working tree made into an index entry; its content goes to the objects first. */
import { GitFault } from '../git-fault.ts';
import { hashObject } from '../objects/git-object.ts';
import { MODE_SUBMODULE } from '../objects/tree.ts';
import type { NewObject } from '../objects/write-objects.ts';
import type { Repository } from '../repository.ts';
import { placeInWorktree } from '../validate/require-path.ts';
import type { AttributeReader } from '../worktree/attributes.ts';
import { requireNoFilter } from '../worktree/convert.ts';
import { readWorkFile, statWorkFile, submoduleHead, type WorkFile } from '../worktree/work-file.ts';
import type { IndexEntry } from './index-entry.ts';
import { freshStat } from './match-stat.ts';

export interface StagedFile {
  entry: IndexEntry;
  /** The content to be written; absent for a submodule. */
  object?: NewObject;
}

/** @returns undefined where there is no file any more. @throws GitFault `git_unsafe_path`, `git_filter_unsupported` */
export function stageFile(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  staged: IndexEntry | undefined,
): StagedFile | undefined {
  placeInWorktree(repository.dir, path);
  const file = statWorkFile(repository, path, staged);
  if (file === undefined) return undefined;
  if (file.mode === MODE_SUBMODULE) return stageSubmodule(repository, path, file);
  requireNoFilter(repository, attributes, path);
  const body = readWorkFile(repository, attributes, path, file, staged);
  return { entry: makeEntry(path, hashObject('blob', body), file), object: { type: 'blob', body } };
}

function stageSubmodule(repository: Repository, path: string, file: WorkFile): StagedFile {
  const oid = submoduleHead(repository, path);
  if (oid === undefined) throw new GitFault('git_unknown_path', { path });
  return { entry: makeEntry(path, oid, file) };
}

function makeEntry(path: string, oid: string, { mode, stat }: WorkFile): IndexEntry {
  const plain = { stage: 0, assumeValid: false, skipWorktree: false, intentToAdd: false };
  return { path, oid, mode, ...plain, stat: freshStat(stat) };
}
