/**
 * The lock of a spool folder is lost only to somebody else.
 * @covers Contract 13 spool: order, limits, full or read-only disk, corrupt files, kills, one writer, a lost lock, memory
 */
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { lockSpool, type SpoolLock } from '../../flow-nodes/src/spool/lock.ts';
import { describeHolder } from '../../flow-nodes/src/spool/lock-holder.ts';
import { makeFolder, removeFolder } from './spool-stage.ts';

let folder: string;
let lock: SpoolLock;
let isLost: boolean;
/** Milliseconds, more than one heartbeat. */
const BEAT = 3_000;

beforeEach(async () => {
  folder = await makeFolder();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  lock = await lockSpool(folder);
  isLost = false;
  lock.onLost = () => {
    isLost = true;
  };
});
afterEach(async () => {
  lock.release();
  jest.useRealTimers();
  await removeFolder(folder);
});

test('a lock file that cannot be read for a moment is not lost', async () => {
  const path = join(folder, 'lock');
  await rename(path, `${path}.saved`);
  // Reading it fails, but not because it is gone.
  await mkdir(path);
  jest.advanceTimersByTime(2 * BEAT);
  expect(isLost).toBe(false);
  await rmdir(path);
  await rename(`${path}.saved`, path);
  jest.advanceTimersByTime(BEAT);
  expect(isLost).toBe(false);
});

test('a lock file of somebody else, or none, is lost', async () => {
  await writeFile(join(folder, 'lock'), JSON.stringify(describeHolder()));
  jest.advanceTimersByTime(BEAT);
  expect(isLost).toBe(true);
});
