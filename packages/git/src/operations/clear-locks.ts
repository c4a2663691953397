/**
 * `unlock`: removes lock files that a person considers stale, for folders that nobody can reach by hand. Only locks of a
 * given age, and only on request: no other operation removes a lock that may be in use.
 */
import { relative } from 'node:path';
import { findLocks } from '../change/find-locks.ts';
import { clearAfter } from '../change/survivors.ts';
import type { Repository } from '../repository.ts';
import { clearDeadLock, lockAge } from '../storage/lock-file.ts';
import { unlinkQuietly } from '../storage/write-whole.ts';

export interface UnlockInput {
  /** Locks younger than this are kept, 60 or more. */
  olderThanSeconds: number;
}

export interface UnlockAnswer {
  removed: string[];
  /** Kept locks and their age. */
  held: { lock: string; ageSeconds: number }[];
}

export async function clearLocks({ gitdir }: Repository, input: UnlockInput): Promise<UnlockAnswer> {
  const answer: UnlockAnswer = { removed: [], held: [] };
  for (const path of findLocks(gitdir)) {
    const age = lockAge(path) / 1_000;
    const isDead = await clearDeadLock(path, (holder) => clearAfter(gitdir, holder));
    const isOld = age >= input.olderThanSeconds;
    if (isOld) unlinkQuietly(path);
    if (isDead || isOld) answer.removed.push(relative(gitdir, path));
    else answer.held.push({ lock: relative(gitdir, path), ageSeconds: Math.round(age) });
  }
  return answer;
}
