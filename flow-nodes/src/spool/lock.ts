/**
 * Lets only one process write to a spool folder, by a lock file. The file describes the process that holds it, whose heartbeat
 * updates the file's modification time.
 */
import { linkSync, mkdirSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './disk.ts';
import {
  describeHolder,
  dropOwn,
  isOwn,
  keepOwn,
  type LockHolder,
  parseHolder,
  stateOf,
} from './lock-holder.ts';

/** Thrown when another process is using the folder. */
export class SpoolInUse extends Error {
  override readonly name = 'SpoolInUse';
}

export interface SpoolLock {
  /** Called when the lock has been lost. Nothing may be written afterwards. */
  onLost: (() => void) | undefined;
  release(): void;
}

/** Milliseconds. A holder on another machine or in another container cannot be checked: it counts as dead after five missed heartbeats. */
const HEARTBEAT = 3_000;
export const SILENCE = 5 * HEARTBEAT;

/** @throws SpoolInUse, whose message names the holder; or the system's error if the folder is not writable */
export async function lockSpool(folder: string, silence = SILENCE): Promise<SpoolLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock');
  for (;;) {
    const holder = describeHolder();
    if (create(path, holder)) return hold(path, holder);
    await clear(path, folder, silence);
  }
}

function hold(path: string, holder: LockHolder): SpoolLock {
  keepOwn(holder);
  const lock: SpoolLock = {
    onLost: undefined,
    release() {
      clearInterval(timer);
      dropOwn(holder);
      if (read(path)?.nonce === holder.nonce) unlinkQuietly(path);
    },
  };
  const timer = setInterval(() => {
    if (!isTaken(path, holder)) return beat(path);
    clearInterval(timer);
    dropOwn(holder);
    lock.onLost?.();
  }, HEARTBEAT);
  timer.unref();
  return lock;
}

/** Only if that is certain: a file that cannot be read for a moment is still ours. */
function isTaken(path: string, { nonce }: LockHolder): boolean {
  try {
    const found = parseHolder(readFileSync(path, 'utf8'));
    return found !== undefined && found.nonce !== nonce;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {}
}

/** Removes the lock of a dead process. @throws SpoolInUse */
async function clear(path: string, folder: string, silence: number): Promise<void> {
  const holder = read(path);
  if (!holder && modified(path) === undefined) return;
  const state = holder ? stateOf(holder) : 'unknown';
  if (state === 'alive' || (state === 'unknown' && !(await isSilent(path, silence)))) {
    throw new SpoolInUse(
      `The spool folder ${folder} is used by ${holder ? nameOf(holder) : 'another process'}`,
    );
  }
  // Two processes may see the same dead lock. The one that makes this guard removes it, if it is still the same lock.
  const guard = `${path}.${holder?.nonce ?? 'unreadable'}`;
  if (!create(guard, describeHolder())) {
    const other = read(guard);
    if (!other || stateOf(other) === 'dead' || (await isSilent(guard, silence))) unlinkQuietly(guard);
    return;
  }
  if (read(path)?.nonce === holder?.nonce) unlinkQuietly(path);
  unlinkQuietly(guard);
}

/** Watches the lock instead of comparing its time with the clock, because the clocks of two machines differ. */
async function isSilent(path: string, silence: number): Promise<boolean> {
  const before = modified(path);
  for (let waited = 0; waited < silence; waited += silence / 10) {
    await sleep(silence / 10);
    if (modified(path) !== before) return false;
  }
  return true;
}

const nameOf = (holder: LockHolder): string =>
  isOwn(holder) ? 'another monitor node of this editor' : `process ${holder.pid} on ${holder.host}`;

/** Links a complete file, so that a killed process leaves either a lock that names it or none. @returns false if it exists */
function create(path: string, holder: LockHolder): boolean {
  const text = JSON.stringify(holder);
  const temporary = `${path}.${holder.nonce}.new`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // FAT file systems, as on memory cards, have no hard links.
    if (['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) return createPlain(path, text);
    throw error;
  } finally {
    unlinkQuietly(temporary);
  }
}

function createPlain(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): LockHolder | undefined {
  try {
    return parseHolder(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function modified(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}
