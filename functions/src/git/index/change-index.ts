import { join } from 'node:path';
import type { Repository } from '../repository.ts';
import { withLock } from '../storage/lock-file.ts';
import { formatIndex } from './format-index.ts';
import { EMPTY_INDEX, type GitIndex } from './git-index.ts';
import type { IndexEntry } from './index-entry.ts';
import { readIndex } from './read-index.ts';

export interface IndexChange {
  index: GitIndex;
  /** Replaces all entries, durably. May be called more than once; the lock is held until the work ends. */
  write(entries: readonly IndexEntry[]): Promise<void>;
}

/** Works on the index under `index.lock`, so that no other git changes it meanwhile. */
export async function changeIndex<T>(
  repository: Repository,
  work: (change: IndexChange) => Promise<T>,
): Promise<T> {
  return withLock(join(repository.gitdir, 'index'), repository.locks, async (lock) => {
    const index = readIndex(repository);
    const old = new Set(index.entries);
    const write = async (entries: readonly IndexEntry[]): Promise<void> => {
      const nowS = Math.floor(Date.now() / 1_000);
      const smudged = entries.map((entry) => smudge(entry, old, index, nowS));
      const bytes = formatIndex(smudged);
      await lock.write(bytes);
      repository.caches.indexes.set(bytes.toString('hex', bytes.length - 20), {
        ...EMPTY_INDEX,
        entries: smudged,
      });
    };
    return work({ index, write });
  });
}

/**
 * An entry that is not sure to be clean loses its size, as in git: with the younger index its stat would no longer
 * look racy, and a change made within the same tick would be overlooked for ever. Judged in whole seconds, because
 * native git, as distributions build it, compares no nanoseconds.
 */
function smudge(entry: IndexEntry, old: ReadonlySet<IndexEntry>, before: GitIndex, nowS: number): IndexEntry {
  const { mtimeS } = entry.stat;
  const isUnsure = old.has(entry)
    ? before.mtimeS > 0 && mtimeS >= before.mtimeS
    : // Staged in the second before this one: the index will look younger than the file.
      mtimeS < nowS && mtimeS >= nowS - LONGEST_WORK_S;
  return isUnsure ? { ...entry, stat: { ...entry.stat, size: 0 } } : entry;
}

/** Between the stat of a file and the writing of the index that holds it. */
const LONGEST_WORK_S = 2;
