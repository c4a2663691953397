/** `diff` (Contract 7): what is staged against HEAD, or what is not staged against the index. */
import { compareFile, type FileDiff } from '../diff/compare-file.ts';
import { compareTrees } from '../diff/compare-trees.ts';
import { stagedByPath } from '../index/git-index.ts';
import type { IndexEntry } from '../index/index-entry.ts';
import { readIndex } from '../index/read-index.ts';
import type { FlatEntry } from '../objects/flat-tree.ts';
import { hashObject } from '../objects/git-object.ts';
import { MODE_SUBMODULE } from '../objects/tree.ts';
import type { Repository } from '../repository.ts';
import { AttributeReader } from '../worktree/attributes.ts';
import { headTree } from '../worktree/compare-head.ts';
import { compareTracked } from '../worktree/scan-worktree.ts';
import { readWorkFile, statWorkFile, submoduleHead } from '../worktree/work-file.ts';

export interface DiffInput {
  /** A file, or a folder; default: everything. */
  path?: string;
  staged: boolean;
}

export async function diffChanges(repository: Repository, input: DiffInput): Promise<{ files: FileDiff[] }> {
  const contents = new Map<string, Buffer>();
  const read = (oid: string): Buffer => contents.get(oid) ?? repository.objects.readAs(oid, 'blob');
  const index = readIndex(repository);
  const isStaged = (entry: IndexEntry): boolean => entry.stage === 0 && !entry.intentToAdd;
  const staged: ReadonlyMap<string, FlatEntry> = stagedByPath({
    ...index,
    entries: index.entries.filter(isStaged),
  });
  const [before, after] = input.staged
    ? [headTree(repository), staged]
    : [staged, await workFiles(repository, contents)];
  const isMeant = (path: string): boolean =>
    input.path === undefined || path === input.path || path.startsWith(`${input.path}/`);
  const changes = compareTrees(before, after, read).filter((change) => isMeant(change.path));
  return { files: changes.map((change) => compareFile(change, read)) };
}

/** Tracked files as they are in the working tree; contents that no object holds yet go to `contents`. */
async function workFiles(
  repository: Repository,
  contents: Map<string, Buffer>,
): Promise<Map<string, FlatEntry>> {
  const index = readIndex(repository);
  const staged = stagedByPath(index);
  const files = new Map<string, FlatEntry>(staged);
  const attributes = new AttributeReader(repository);
  for (const path of (await compareTracked(repository, index)).changed.keys()) {
    const entry = staged.get(path);
    const file = statWorkFile(repository, path, entry);
    if (file === undefined) files.delete(path);
    else if (file.mode === MODE_SUBMODULE)
      files.set(path, { mode: file.mode, oid: submoduleHead(repository, path) ?? '' });
    else {
      const content = readWorkFile(repository, attributes, path, file, entry);
      const oid = hashObject('blob', content);
      contents.set(oid, content);
      files.set(path, { mode: file.mode, oid });
    }
  }
  return files;
}
