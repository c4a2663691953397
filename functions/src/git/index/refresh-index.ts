import { isGitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import { errorCode } from '../storage/error-code.ts';
import { changeIndex } from './change-index.ts';
import type { IndexEntry } from './index-entry.ts';

/**
 * Stores what a scan learned: files whose stat differs but whose content is the staged one need not be read again.
 * As in git this is a favour, not a duty: where another process holds the lock it is left out.
 */
export async function refreshIndex(
  repository: Repository,
  refreshed: ReadonlyMap<string, IndexEntry>,
): Promise<void> {
  if (refreshed.size === 0) return;
  try {
    await changeIndex(
      { ...repository, locks: { ...repository.locks, lockTimeoutMs: 0 } },
      async ({ index, write }) => {
        const entries = index.entries.map((entry) => better(entry, refreshed.get(entry.path)));
        await write(entries);
      },
    );
  } catch (error) {
    if (!isGitFault(error) && !isReadOnly(error)) throw error;
  }
}

/** Only where the entry is still the one that was scanned. */
const better = (entry: IndexEntry, scanned: IndexEntry | undefined): IndexEntry =>
  scanned !== undefined && entry.stage === 0 && entry.oid === scanned.oid && entry.mode === scanned.mode
    ? scanned
    : entry;

const isReadOnly = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error));
