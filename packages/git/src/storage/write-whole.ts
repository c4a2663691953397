import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAbsent } from './error-code.ts';

/**
 * Atomically replaces the file: a reader, or a process that is killed, sees the old bytes or the new ones. Anything that
 * must survive a power failure is written by git (`core.fsync`).
 */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    makingFolder(dirname(path), () => writeFileSync(temporary, text, { flag: 'wx' }));
    renameSync(temporary, path);
  } catch (error) {
    unlinkQuietly(temporary);
    throw error;
  }
}

/** Folders usually exist, so they are created only after a write has failed. */
export function makingFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isAbsent(error)) throw error;
    mkdirSync(folder, { recursive: true });
    return work();
  }
}

export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}
