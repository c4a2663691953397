import type { FlatEntry } from '../objects/flat-tree.ts';
import { type IndexEntry, NO_STAT } from './index-entry.ts';

/** A committed file as an index entry that knows nothing of the working tree yet; none for a file that is not there. */
export function entriesFromHead(path: string, entry: FlatEntry | undefined): IndexEntry[] {
  if (entry === undefined) return [];
  const plain = { stage: 0, assumeValid: false, skipWorktree: false, intentToAdd: false };
  return [{ path, oid: entry.oid, mode: entry.mode, ...plain, stat: NO_STAT }];
}
