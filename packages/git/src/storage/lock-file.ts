/**
 * git's own locking: `<file>.lock` created with O_EXCL. Native git and the flow editor in the same folder respect it, and we
 * respect theirs. A lock whose holder may be alive is never removed. Only our own locks are removed without a person, if
 * their process is proven dead.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitFault } from '../git-fault.ts';
import { errorCode } from './error-code.ts';
import {
  describeHolder,
  dropOwn,
  fateOf,
  formatHolder,
  giveUpOwn,
  keepOwn,
  type LockHolder,
  parseHolder,
} from './lock-holder.ts';
import { readBeginning } from './read-optional.ts';
import { makingFolder, unlinkQuietly } from './write-whole.ts';

export interface LockOptions {
  /** Timeout in milliseconds. Default 3,000: native git holds its locks for milliseconds. */
  timeoutMs?: number | undefined;
  /** Fencing token of the caller's lease. */
  fence?: number | undefined;
  /** Called before the lock of a dead holder is removed; if it throws, the lock stays. */
  onDead?: (holder: LockHolder, lockPath: string) => Promise<void>;
}

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
const USUAL_WAIT_MS = 3_000;
/** From this age on a lock is probably stale, and the suggestion changes. */
const LIKELY_FORGOTTEN_MS = 60_000;

export interface HeldLock {
  holder: LockHolder;
  release(): void;
  /** Leaves the lock as a dead process would, for the next call that wants it. */
  giveUp(): void;
}

/** Waits for the lock of `path`. @throws GitFault `git_locked` if its holder does not release it in time. */
export async function takeLock(path: string, options: LockOptions = {}): Promise<HeldLock> {
  const deadline = Date.now() + (options.timeoutMs ?? USUAL_WAIT_MS);
  const isOver = (holder: LockHolder): boolean => fateOf(holder, options.fence) === 'dead';
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const lock = tryLock(`${path}.lock`, options.fence);
    if (lock !== undefined) return lock;
    if (await clearLock(`${path}.lock`, { ...options, isOver })) continue;
    if (Date.now() >= deadline) throw lockedFault(`${path}.lock`);
    await sleep(pause * (0.5 + Math.random()));
  }
}

function tryLock(lockPath: string, fence: number | undefined): HeldLock | undefined {
  const holder = describeHolder(fence);
  if (!createLock(lockPath, formatHolder(holder))) return undefined;
  keepOwn(holder);
  return {
    holder,
    release: () => {
      unlinkIfHeldBy(lockPath, holder);
      dropOwn(holder);
    },
    giveUp: () => void giveUpOwn(holder),
  };
}

/** A lock that a person removed may be somebody else's by now. */
function unlinkIfHeldBy(lockPath: string, { nonce }: LockHolder): void {
  if (readHolder(lockPath)?.nonce === nonce) unlinkQuietly(lockPath);
}

/** The lock is created by linking a complete file, so that even a killed process leaves a lock that names it. */
function createLock(lockPath: string, text: string): boolean {
  const temporary = join(dirname(lockPath), `tmp_lock_${randomBytes(8).toString('hex')}`);
  makingFolder(dirname(lockPath), () => writeFileSync(temporary, text, { flag: 'wx' }));
  try {
    linkSync(temporary, lockPath);
    return true;
  } catch (error) {
    return errorCode(error) === 'EEXIST' ? false : createLockWithoutLinks(lockPath, text);
  } finally {
    unlinkQuietly(temporary);
  }
}

function createLockWithoutLinks(lockPath: string, text: string): boolean {
  try {
    writeFileSync(lockPath, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

export interface ClearOptions extends Pick<LockOptions, 'fence' | 'onDead'> {
  isOver(holder: LockHolder, lockPath: string): boolean;
}

/** Removes one of our locks if its holder is gone. True if the lock can be tried again at once. */
export async function clearLock(lockPath: string, options: ClearOptions): Promise<boolean> {
  const holder = readHolder(lockPath);
  if (holder === undefined || !options.isOver(holder, lockPath)) return false;
  // Two processes may see the same dead lock. Only the one that holds this guard may remove it, and only after reading
  // that the lock is still the same one, so that a new lock is never removed.
  const guardPath = join(dirname(lockPath), `${basename(lockPath)}.${holder.nonce}.lock`);
  const guard = tryLock(guardPath, options.fence);
  if (guard === undefined) {
    await clearLock(guardPath, { fence: options.fence, isOver: options.isOver });
    return false;
  }
  try {
    if (readHolder(lockPath)?.nonce === holder.nonce) await options.onDead?.(holder, lockPath);
    unlinkIfHeldBy(lockPath, holder);
    return true;
  } finally {
    guard.release();
  }
}

/** Bytes; ours have some 250. A lock of native git may be a whole index. */
const LONGEST_HOLDER = 1_024;

export function readHolder(lockPath: string): LockHolder | undefined {
  try {
    return parseHolder(readBeginning(lockPath, LONGEST_HOLDER));
  } catch {
    return undefined;
  }
}

export function lockedFault(lockPath: string): GitFault {
  const age = lockAge(lockPath);
  const lock = basename(lockPath);
  const advice =
    age < LIKELY_FORGOTTEN_MS
      ? ''
      : `If no git command and no editor is at work in this folder, remove ${lock} from its git directory, or use the unlock operation.`;
  return new GitFault(
    'git_locked',
    { lock, age: describeAge(age), advice },
    { lock, ageSeconds: Math.round(age / 1_000) },
  );
}

export function lockAge(lockPath: string): number {
  try {
    return Math.max(0, Date.now() - statSync(lockPath).mtimeMs);
  } catch {
    return 0;
  }
}

function describeAge(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
