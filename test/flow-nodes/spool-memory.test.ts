/**
 * Memory of the spool does not grow with what waits (Contract 13).
 * @covers Contract 13 spool: order, limits, full or read-only disk, corrupt files, kills, one writer, a lost lock, memory
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { makeFolder, removeFolder } from './spool-stage.ts';

const WORKER = join(import.meta.dirname, 'memory-worker.ts');
/** Frames that wait. */
const COUNT = process.env.LONG ? 36_000 : 6_000;
/** A name kept in memory takes more than a hundred bytes. */
const BYTES_PER_FRAME = 40;

test(`${COUNT} waiting frames take no more memory than the first thousand, also after a restart`, async () => {
  const folder = await makeFolder();
  try {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', WORKER, folder, String(COUNT)],
      { env },
    );
    const [few, many, reopened] = JSON.parse(stdout) as [number, number, number];
    expect((many - few) / (COUNT - 1000)).toBeLessThan(BYTES_PER_FRAME);
    expect((reopened - few) / (COUNT - 1000)).toBeLessThan(BYTES_PER_FRAME);
  } finally {
    await removeFolder(folder);
  }
}, 300_000);
