/** `status` (Spec 4.4, Contract 7). */
import { findRenames } from '../diff/find-renames.ts';
import { conflictedPaths, type GitIndex, stagedByPath } from '../index/git-index.ts';
import { readIndex } from '../index/read-index.ts';
import { refreshIndex } from '../index/refresh-index.ts';
import type { FlatTree } from '../objects/flat-tree.ts';
import type { Repository } from '../repository.ts';
import { compareHead, headTree } from '../worktree/compare-head.ts';
import { scanWorktree } from '../worktree/scan-worktree.ts';
import { readPosition } from './read-position.ts';

export interface StatusFile {
  path: string;
  /** What is staged: ` `, `A`, `M`, `T`, `D`, `R`; `U`, `A`, `D` in a conflict; `?` untracked. */
  index: string;
  /** What is not staged: ` `, `M`, `T`, `D`, `A` (intent to add); `U`, `A`, `D` in a conflict; `?` untracked. */
  working_dir: string;
}

export interface Status {
  current: string | null;
  tracking: string | null;
  ahead: number;
  behind: number;
  detached: boolean;
  files: StatusFile[];
  /** Paths with something staged. */
  staged: string[];
  modified: string[];
  created: string[];
  deleted: string[];
  renamed: { from: string; to: string }[];
  conflicted: string[];
  not_added: string[];
}

export async function readStatus(repository: Repository): Promise<{ status: Status }> {
  const position = await readPosition(repository);
  const { files, renamed } = await listFiles(repository);
  const paths = (test: (file: StatusFile) => boolean): string[] =>
    files.filter(test).map((file) => file.path);
  const has = (codes: string) => (file: StatusFile) =>
    !isConflict(file) && (codes.includes(file.index) || codes.includes(file.working_dir));
  return {
    status: {
      current: position.branch,
      tracking: position.tracking,
      ahead: position.ahead,
      behind: position.behind,
      detached: position.branch === null,
      files,
      staged: paths((file) => !isConflict(file) && !' ?'.includes(file.index)),
      modified: paths(has('MT')),
      created: paths(has('A')),
      deleted: paths(has('D')),
      renamed,
      conflicted: paths(isConflict),
      not_added: paths((file) => file.index === '?'),
    },
  };
}

const CONFLICTS = new Set(['DD', 'AU', 'UD', 'UA', 'DU', 'AA', 'UU']);
const isConflict = (file: StatusFile): boolean => CONFLICTS.has(file.index + file.working_dir);

/** All paths that differ anywhere, ordered by path. */
export async function listFiles(repository: Repository) {
  const index = readIndex(repository);
  const state = await scanWorktree(repository, index);
  await refreshIndex(repository, state.refreshed);
  const head = headTree(repository);
  const staged: Map<string, string> = compareHead(repository, index, head);
  const renamed = joinRenames(repository, index, head, staged);
  const intended = new Set(index.entries.filter((entry) => entry.intentToAdd).map((entry) => entry.path));
  const files = new Map<string, StatusFile>();
  for (const path of new Set([...staged.keys(), ...state.changed.keys()])) {
    const code = state.changed.get(path) ?? ' ';
    const working_dir = intended.has(path) && code !== 'D' ? 'A' : code;
    files.set(path, { path, index: staged.get(path) ?? ' ', working_dir });
  }
  for (const path of conflictedPaths(index)) files.set(path, conflictFile(index, path));
  for (const path of state.untracked)
    if (!files.has(path)) files.set(path, { path, index: '?', working_dir: '?' });
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), renamed };
}

function joinRenames(repository: Repository, index: GitIndex, head: FlatTree, staged: Map<string, string>) {
  const deleted = [...staged].filter(([, code]) => code === 'D').map(([path]) => path);
  const added = [...staged].filter(([, code]) => code === 'A').map(([path]) => path);
  if (deleted.length === 0 || added.length === 0) return [];
  const entries = stagedByPath(index);
  const renames = findRenames(
    deleted.flatMap((path) => sideOf(path, head.get(path))),
    added.flatMap((path) => sideOf(path, entries.get(path))),
    (oid) => repository.objects.readAs(oid, 'blob'),
  );
  for (const { from, to } of renames) {
    staged.delete(from);
    staged.set(to, 'R');
  }
  return renames.map(({ from, to }) => ({ from, to }));
}

const sideOf = (path: string, entry: { mode: number; oid: string } | undefined) =>
  entry === undefined ? [] : [{ path, mode: entry.mode, oid: entry.oid }];

/** git's two letters, by which of base, ours and theirs are there. */
const BY_STAGES: Readonly<Record<string, string>> = {
  '1': 'DD',
  '12': 'UD',
  '13': 'DU',
  '123': 'UU',
  '2': 'AU',
  '3': 'UA',
  '23': 'AA',
};

function conflictFile(index: GitIndex, path: string): StatusFile {
  const stages = index.entries
    .filter((entry) => entry.path === path && entry.stage > 0)
    .map((entry) => entry.stage);
  const letters = BY_STAGES[stages.sort().join('')] ?? 'UU';
  return { path, index: letters[0] ?? 'U', working_dir: letters[1] ?? 'U' };
}
