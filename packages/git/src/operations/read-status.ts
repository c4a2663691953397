/** `status` (Spec 4.4, Contract 7). */
import { positionOf } from '../refs/position.ts';
import type { Repository } from '../repository.ts';
import { type ChangedFile, readChanges } from '../status/read-changes.ts';

export interface StatusFile {
  path: string;
  /** Staged: ` `, `A`, `M`, `T`, `D`, `R`; `U`, `A`, `D` in a conflict; `?` untracked. */
  index: string;
  /** Not staged: ` `, `M`, `T`, `D`, `A` (intent to add); `U`, `A`, `D` in a conflict; `?` untracked. */
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

const letter = (code: string): string => (code === '.' ? ' ' : code);

export async function readStatus(repository: Repository): Promise<{ status: Status }> {
  const state = await readChanges(repository, { renames: true, isShown: true });
  const { tracking, ahead, behind } = await positionOf(repository, state);
  const files = [...state.files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const paths = (test: (file: ChangedFile) => boolean): string[] =>
    files.filter(test).map(({ path }) => path);
  const has = (letters: string) => (file: ChangedFile) =>
    !file.isInConflict && (letters.includes(file.index) || letters.includes(file.work));
  return {
    status: {
      current: state.branch,
      tracking,
      ahead,
      behind,
      detached: state.branch === null,
      files: files.map(({ path, index, work }) => ({
        path,
        index: letter(index),
        working_dir: letter(work),
      })),
      staged: paths((file) => !file.isInConflict && !'.?'.includes(file.index)),
      modified: paths(has('MT')),
      created: paths(has('A')),
      deleted: paths(has('D')),
      renamed: files.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }])),
      conflicted: paths((file) => file.isInConflict),
      not_added: paths((file) => file.index === '?'),
    },
  };
}
