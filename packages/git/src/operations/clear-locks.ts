/**
 * `unlock`: removes lock files that a person considers stale, for folders that nobody can reach by hand. Only locks of a
 * given age, never that of a live process, and only on request: no other operation removes a lock that may be in use.
 */
import { relative } from 'node:path';
import { findLocks } from '../change/find-locks.ts';
import { settleAfter } from '../change/settle.ts';
import type { Repository } from '../repository.ts';
import { clearLock, lockAge, readHolder } from '../storage/lock-file.ts';
import { fateOf, type LockHolder } from '../storage/lock-holder.ts';
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

export async function clearLocks(repository: Repository, input: UnlockInput): Promise<UnlockAnswer> {
  const answer: UnlockAnswer = { removed: [], held: [] };
  for (const path of findLocks(repository.gitdir)) {
    const age = lockAge(path) / 1_000;
    const name = relative(repository.gitdir, path);
    if (await clearOne(repository, path, input.olderThanSeconds)) answer.removed.push(name);
    else answer.held.push({ lock: name, ageSeconds: Math.round(age) });
  }
  return answer;
}

/** The change under a lock of ours is finished or undone first; if that fails, an old lock goes nevertheless. */
async function clearOne(repository: Repository, path: string, olderThan: number): Promise<boolean> {
  const { fence, onUnsettled } = repository.options;
  const isOld = (lockPath: string): boolean => lockAge(lockPath) / 1_000 >= olderThan;
  const isOver = (holder: LockHolder, lockPath: string): boolean => {
    const fate = fateOf(holder, fence);
    return fate === 'dead' || (fate === 'unknown' && isOld(lockPath));
  };
  const onDead = (holder: LockHolder, lockPath: string): Promise<void> =>
    settleAfter(repository, holder, lockPath);
  const isCleared = await clearLock(path, { fence, isOver, onDead }).catch((error: unknown) => {
    onUnsettled?.(error);
    return false;
  });
  if (isCleared) return true;
  const holder = readHolder(path);
  const mayGo = isOld(path) && (holder === undefined || fateOf(holder, fence) !== 'alive');
  if (mayGo) unlinkQuietly(path);
  return mayGo;
}
