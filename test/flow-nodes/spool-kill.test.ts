/**
 * The spool when its process is killed, and when a second process wants its folder.
 * @covers Contract 13 spool: order, limits, full or read-only disk, corrupt files, kills, one writer, a lost lock, memory
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { lockSpool } from '../../flow-nodes/src/spool/lock.ts';
import { drain, filesIn, makeFolder, openSpool, removeFolder } from './spool-stage.ts';

const WORKER = join(import.meta.dirname, 'spool-worker.ts');
const KILLS = process.env.LONG ? 50 : 5;

let folder: string;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => removeFolder(folder));

interface Worker {
  process: ChildProcess;
  /** Complete lines so far. */
  acknowledged(): string[];
  errors(): string;
  ended: Promise<unknown>;
}

function startWorker(...args: string[]): Worker {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [WORKER, folder, ...args], { env });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (text.out += chunk));
  child.stderr.on('data', (chunk) => (text.err += chunk));
  const acknowledged = () => text.out.split('\n').slice(0, -1);
  return { process: child, acknowledged, errors: () => text.err, ended: once(child, 'close') };
}

async function untilAcknowledged(worker: Worker, count: number): Promise<void> {
  while (worker.acknowledged().length < count) await once(worker.process.stdout!, 'data');
}

test('killed at any moment, it has all that it acknowledged, once and in order', async () => {
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = startWorker(String(10_000 * kill));
    await untilAcknowledged(worker, 5 + kill);
    worker.process.kill('SIGKILL');
    await worker.ended;
    acknowledged.push(...worker.acknowledged());
  }
  const names = await drain(await openSpool(folder));
  expect(names.filter((name) => acknowledged.includes(/\d+/.exec(name)![0]))).toEqual(
    acknowledged.map((number) => `frame-${number}.jpg`),
  );
  expect(new Set(names).size).toBe(names.length);
  // At most the frame that was under way at each kill.
  expect(names.length - acknowledged.length).toBeLessThanOrEqual(KILLS);
});

test('cut between write and rename, it forgets the file, which was not acknowledged', async () => {
  const worker = startWorker('0', 'cut');
  await worker.ended;
  expect(worker.acknowledged()).toEqual(['0', '1']);
  expect(await filesIn(join(folder, 'incoming'))).toHaveLength(1);
  const spool = await openSpool(folder);
  expect(await filesIn(join(folder, 'incoming'))).toEqual([]);
  expect(await drain(spool)).toEqual(['frame-0.jpg', 'frame-1.jpg']);
});

describe('a second process', () => {
  test('is refused with a sentence that names the first, and gets the folder when that one is killed', async () => {
    const first = startWorker('0');
    await untilAcknowledged(first, 1);
    const second = startWorker('100');
    await second.ended;
    expect([second.acknowledged(), second.errors()]).toEqual([
      [],
      `The spool folder ${folder} is used by process ${first.process.pid} on ${hostname()}\n`,
    ]);
    await expect(lockSpool(folder)).rejects.toThrow(`used by process ${first.process.pid}`);
    first.process.kill('SIGKILL');
    await first.ended;
    (await lockSpool(folder)).release();
  });

  test('of a killed one, exactly one of many gets it', async () => {
    const dead = startWorker('0');
    await untilAcknowledged(dead, 1);
    dead.process.kill('SIGKILL');
    await dead.ended;
    const many = Array.from({ length: 4 }, (_, index) => startWorker(String(1000 * index)));
    await Promise.all(many.map((each) => Promise.race([untilAcknowledged(each, 1), each.ended])));
    expect(many.filter((each) => each.acknowledged().length > 0)).toHaveLength(1);
    for (const each of many) each.process.kill('SIGKILL');
    await Promise.all(many.map((each) => each.ended));
  });

  test('in the same editor is refused too', async () => {
    const lock = await lockSpool(folder);
    await expect(lockSpool(folder)).rejects.toThrow('used by another monitor node of this editor');
    lock.release();
    (await lockSpool(folder)).release();
  });
});

describe('a lock that this machine cannot judge', () => {
  const foreign = { pid: 1, host: 'another-container', boot: '', namespace: '', began: '', nonce: 'x' };
  const path = () => join(folder, 'lock');

  test('counts while its heartbeat goes on', async () => {
    await writeFile(path(), JSON.stringify(foreign));
    let beat = 1_790_000_000;
    const heart = setInterval(() => void utimes(path(), beat, beat++), 20);
    await expect(lockSpool(folder, 400)).rejects.toThrow('used by process 1 on another-container');
    clearInterval(heart);
  });

  test.each([JSON.stringify(foreign), '', '{"pid":'])(
    'is taken over when that has stopped: %s',
    async (text) => {
      await writeFile(path(), text);
      const lock = await lockSpool(folder, 100);
      expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ pid: process.pid });
      lock.release();
    },
  );

  test('a process id that another program has now proves nothing for the lock', async () => {
    const own = await lockSpool(folder);
    const holder = JSON.parse(await readFile(path(), 'utf8'));
    own.release();
    await writeFile(path(), JSON.stringify({ ...holder, pid: process.ppid, began: '1' }));
    (await lockSpool(folder)).release();
    // A restarted container: the same id, another process.
    await writeFile(path(), JSON.stringify({ ...holder, nonce: 'before' }));
    (await lockSpool(folder)).release();
  });
});
