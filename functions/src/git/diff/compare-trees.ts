/** What differs between two sets of files, renames found. */
import type { FlatEntry } from '../objects/flat-tree.ts';
import { findRenames, type Side } from './find-renames.ts';

export interface FileChange {
  status: 'A' | 'M' | 'T' | 'D' | 'R';
  path: string;
  /** Where it was before, for a rename. */
  oldPath?: string;
  before?: FlatEntry;
  after?: FlatEntry;
}

/** Ordered by path. @param read content of a blob, asked for only where likeness has to be judged. */
export function compareTrees(
  before: ReadonlyMap<string, FlatEntry>,
  after: ReadonlyMap<string, FlatEntry>,
  read: (oid: string) => Buffer,
): FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const [path, entry] of after) {
    const old = before.get(path);
    if (old === undefined) changes.set(path, { status: 'A', path, after: entry });
    else if (old.oid !== entry.oid || old.mode !== entry.mode)
      changes.set(path, {
        status: old.mode >> 12 === entry.mode >> 12 ? 'M' : 'T',
        path,
        before: old,
        after: entry,
      });
  }
  for (const [path, entry] of before)
    if (!after.has(path)) changes.set(path, { status: 'D', path, before: entry });
  joinRenames(changes, read);
  return [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joinRenames(changes: Map<string, FileChange>, read: (oid: string) => Buffer): void {
  const sides = (status: 'A' | 'D'): Side[] =>
    [...changes.values()].flatMap((change) => {
      const entry = status === 'A' ? change.after : change.before;
      return change.status === status && entry !== undefined ? [{ path: change.path, ...entry }] : [];
    });
  for (const { from, to } of findRenames(sides('D'), sides('A'), read)) {
    const gone = changes.get(from);
    const come = changes.get(to);
    if (gone?.before === undefined || come?.after === undefined) continue;
    changes.delete(from);
    changes.set(to, { status: 'R', path: to, oldPath: from, before: gone.before, after: come.after });
  }
}
