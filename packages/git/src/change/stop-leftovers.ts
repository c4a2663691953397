/**
 * Cleans up after a killed process: its git processes that still run, and the locks and half-received packs of those that
 * have ended.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockedFault, readHolder } from '../storage/lock-file.ts';
import type { LockHolder } from '../storage/lock-holder.ts';
import { unlinkQuietly } from '../storage/write-whole.ts';
import { findLocks } from './find-locks.ts';

const STEP_MS = 20;
/** Milliseconds from SIGTERM to SIGKILL. */
const GRACE_MS = 2_000;
/** Milliseconds after which SIGKILL has not helped either: the process waits for a disk, perhaps for ever. */
const GIVE_UP_MS = 5_000;
/** A running git holds a ref lock for milliseconds; one that lasts this long is stale. */
const STALE_MS = 1_000;

/**
 * Ends the holder's git processes, then removes the locks and packs that they left.
 * @param lockPath the holder's lock
 * @throws GitFault `git_locked` if a process cannot be ended
 */
export async function cleanUpAfter(
  gitdir: string,
  { nonce, since }: Pick<LockHolder, 'nonce' | 'since'>,
  lockPath: string,
): Promise<void> {
  if (!(await stopLeftovers(nonce))) throw lockedFault(lockPath);
  await removeStale(gitdir, since);
}

/** False if one of the processes still runs. */
async function stopLeftovers(nonce: string): Promise<boolean> {
  const start = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const found = startedUnder(nonce);
    const waited = performance.now() - start;
    if (found.length === 0) return true;
    if (waited >= GIVE_UP_MS) return false;
    if (isFirst) signalAll(found, 'SIGTERM');
    else if (waited >= GRACE_MS) signalAll(found, 'SIGKILL');
    await sleep(STEP_MS);
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
}

/**
 * Found by the nonce in their environment. Without `/proc` no other process is ever taken for dead, so there is nothing to
 * find.
 */
function startedUnder(nonce: string): number[] {
  const pids = listNames('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => environmentOf(pid).includes(`SIGHTLINE_OPERATION=${nonce}`)).map(Number);
}

/** `name=value`, each ended by a NUL. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

/**
 * Removes git locks and half-received packs that were modified since the holder began and still exist a second later, except
 * our own locks and packs that grow.
 */
async function removeStale(gitdir: string, since: number): Promise<void> {
  const suspects = [...datesOf(gitdir)].filter(([, date]) => date >= since);
  if (suspects.length === 0) return;
  await sleep(STALE_MS);
  const now = datesOf(gitdir);
  for (const [path, date] of suspects) if (now.get(path) === date) unlinkQuietly(path);
}

/**
 * When git's locks and unfinished packs were last modified, by path. Not our own locks: `index.lock`, which the caller
 * removes, and those that contain a holder.
 */
function datesOf(gitdir: string): Map<string, number> {
  const isOurs = (path: string): boolean =>
    path === join(gitdir, 'index.lock') || readHolder(path) !== undefined;
  const packs = join(gitdir, 'objects', 'pack');
  const unfinished = listNames(packs).filter((name) => name.startsWith('tmp_'));
  const paths = [
    ...findLocks(gitdir).filter((path) => !isOurs(path)),
    ...unfinished.map((name) => join(packs, name)),
  ];
  return new Map(paths.map((path) => [path, dateOf(path)]));
}

const dateOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
