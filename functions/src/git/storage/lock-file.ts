/**
 * git's own exclusion: `<file>.lock` created with O_EXCL. Native git and the flow editor on the same folder wait for
 * or give way to it, and we to theirs. A lock is never taken from anyone who may be alive; the one exception that
 * needs no person is a lock of ours whose process is proven gone.
 */
import { linkSync, writeFileSync } from 'node:fs';
import { readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitFault } from '../git-fault.ts';
import { errorCode, isAbsent } from './error-code.ts';
import { describeHolder, formatHolder, isProvenDead, parseHolder } from './lock-holder.ts';
import { makingFolder, unlinkQuietly, writeDurably, writeTemporary } from './write-durably.ts';

export interface LockOptions {
  /** How long to wait for the holder, ms. Default 3,000: native git holds its locks for milliseconds. */
  lockTimeoutMs?: number;
  /**
   * Where temporary files go: on the same file system, and nowhere under `refs/`, where native git would take them
   * for refs. Default: beside the file.
   */
  temporaryIn?: string;
}

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 50;
/** From this age on a lock is more likely forgotten than held, and the advice changes. */
const LIKELY_FORGOTTEN_MS = 60_000;

/** A lock in hand. `write` replaces the locked file in one durable step; the lock stays until `release`. */
export interface HeldLock {
  write(data: Uint8Array | string): Promise<void>;
  remove(): Promise<void>;
  release(): Promise<void>;
}

/** Waits for the lock of `path`. @throws GitFault `git_locked` when its holder does not give it up in time. */
export async function takeLock(path: string, options: LockOptions = {}): Promise<HeldLock> {
  const deadline = Date.now() + (options.lockTimeoutMs ?? 3_000);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (await createLock(path, options)) return heldLock(path, options);
    if (await clearDeadLock(`${path}.lock`)) continue;
    if (Date.now() >= deadline) throw await lockedFault(`${path}.lock`);
    await sleep(pause * (0.5 + Math.random()));
  }
}

export async function withLock<T>(
  path: string,
  options: LockOptions,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const lock = await takeLock(path, options);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/** The holder's text is linked in place whole, so that a process killed at any moment leaves a lock that names it. */
async function createLock(path: string, options: LockOptions): Promise<boolean> {
  const text = Buffer.from(formatHolder(describeHolder()));
  const directory = options.temporaryIn ?? dirname(path);
  const temporary = await writeTemporary(directory, text, { prefix: 'tmp_lock_', sync: false });
  try {
    makingFolder(dirname(path), () => linkSync(temporary, `${path}.lock`));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    return createLockWithoutLinks(path, text);
  } finally {
    unlinkQuietly(temporary);
  }
}

function createLockWithoutLinks(path: string, text: Buffer): boolean {
  try {
    writeFileSync(`${path}.lock`, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function heldLock(path: string, options: LockOptions): HeldLock {
  const where = options.temporaryIn === undefined ? {} : { temporaryIn: options.temporaryIn };
  return {
    write: (data) => writeDurably(path, Buffer.from(data), where),
    remove: () => unlink(path).catch((error) => (isAbsent(error) ? undefined : Promise.reject(error))),
    release: async () => unlinkQuietly(`${path}.lock`),
  };
}

/** Removes a lock of ours whose process is proven gone. True when the path is worth another try at once. */
export async function clearDeadLock(lockPath: string): Promise<boolean> {
  const holder = await readHolder(lockPath);
  if (holder === undefined || !isProvenDead(holder)) return false;
  // Two processes may see the same dead lock; only the one that makes this guard may remove it, and only after
  // reading again that the lock is still that same one. So a fresh lock is never taken from its owner.
  const guard = join(dirname(lockPath), `${basename(lockPath)}.${holder.nonce}.lock`);
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch {
    return false;
  }
  try {
    if ((await readHolder(lockPath))?.nonce === holder.nonce) await unlink(lockPath);
    return true;
  } finally {
    await unlink(guard).catch(() => undefined);
  }
}

async function readHolder(lockPath: string) {
  try {
    return parseHolder((await readFile(lockPath)).subarray(0, 1_024).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function lockedFault(lockPath: string): Promise<GitFault> {
  const age = await lockAge(lockPath);
  const lock = basename(lockPath);
  const advice =
    age < LIKELY_FORGOTTEN_MS
      ? ''
      : `If no git command and no editor is at work in this folder, remove ${lock} from its git directory, or use the unlock operation.`;
  return new GitFault(
    'git_locked',
    { lock, age: spokenAge(age), advice },
    { lock, ageSeconds: Math.round(age / 1_000) },
  );
}

export async function lockAge(lockPath: string): Promise<number> {
  try {
    return Math.max(0, Date.now() - (await stat(lockPath)).mtimeMs);
  } catch {
    return 0;
  }
}

function spokenAge(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
