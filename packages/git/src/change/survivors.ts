/** Remains of a killed process: git processes that still run, and locks of those that do not. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readHolder } from '../storage/lock-file.ts';
import type { LockHolder } from '../storage/lock-holder.ts';
import { unlinkQuietly } from '../storage/write-whole.ts';
import { findLocks } from './find-locks.ts';

const STEP_MS = 20;
/** Milliseconds from SIGTERM to SIGKILL. */
const GRACE_MS = 2_000;
/** A running git holds the lock of a ref for milliseconds only. */
const LASTING_MS = 1_000;

/** Ends the holder's processes, then removes its locks and half-received packs. */
export async function clearAfter(gitdir: string, holder: Pick<LockHolder, 'nonce' | 'since'>): Promise<void> {
  await endSurvivors(holder.nonce);
  await clearLasting(gitdir, holder);
  clearHalfPacks(join(gitdir, 'objects', 'pack'), holder.since);
}

async function endSurvivors(nonce: string): Promise<void> {
  for (let waited = 0; ; waited += STEP_MS) {
    const found = startedUnder(nonce);
    if (found.length === 0) return;
    if (waited === 0) signalAll(found, 'SIGTERM');
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

/** By the nonce in their environment. Without `/proc` only a holder of this process is ever known to be gone. */
function startedUnder(nonce: string): number[] {
  const pids = listNames('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => environmentHas(pid, `SIGHTLINE_OPERATION=${nonce}`)).map(Number);
}

function environmentHas(pid: string, text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text);
  } catch {
    return false;
  }
}

/** git's locks as old as the holder, older than any running git would hold them. Our own are recognized by their text. */
async function clearLasting(gitdir: string, { since }: Pick<LockHolder, 'since'>): Promise<void> {
  const before = datesOf(gitdir);
  const isOurs = (path: string): boolean => path.endsWith('/index.lock') || readHolder(path) !== undefined;
  const suspects = [...before].filter(([path, date]) => date >= since && !isOurs(path));
  if (suspects.length === 0) return;
  await sleep(LASTING_MS);
  const after = datesOf(gitdir);
  for (const [path, date] of suspects) if (after.get(path) === date) unlinkQuietly(path);
}

const datesOf = (gitdir: string): Map<string, number> =>
  new Map(findLocks(gitdir).map((path) => [path, dateOf(path)]));

const dateOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function clearHalfPacks(folder: string, since: number): void {
  for (const name of listNames(folder))
    if (name.startsWith('tmp_') && dateOf(join(folder, name)) >= since)
      rmSync(join(folder, name), { force: true });
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
