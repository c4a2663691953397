/**
 * The spool of the flow nodes (Contract 13): what it has acknowledged comes out once, in order, whatever happens.
 * @covers Contract 13 spool: order, limits, full or read-only disk, corrupt files, kills, one writer, a lost lock, memory
 */
import { readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FolderDisk } from '../../flow-nodes/src/spool/disk.ts';
import { type Entry, entryName, parseEntry } from '../../flow-nodes/src/spool/entry.ts';
import { CorruptFrame } from '../../flow-nodes/src/spool/frame-file.ts';
import { SpoolFull } from '../../flow-nodes/src/spool/limits.ts';
import type { Spool } from '../../flow-nodes/src/spool/spool.ts';
import { fc } from '../support/fast-check.ts';
import {
  drain,
  FailingDisk,
  filesIn,
  frameOf,
  makeFolder,
  NO_LIMITS,
  openSpool,
  range,
  removeFolder,
} from './spool-stage.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => removeFolder(folder));

test('frames come back whole and in order, also from a new process, and leave nothing behind', async () => {
  const first = await openSpool(folder);
  const about = { dataset: 'bolts', tag: 'good', session: 'run-1', node: 'n1', message: { topic: 'ü' } };
  await first.append(frameOf(0, about));
  for (const number of range(510).slice(1)) await first.append(frameOf(number, {}, 1));
  const spool = await openSpool(folder);
  expect(spool.totals.count).toBe(510);
  const entry = (await spool.takeOldest()) as Entry;
  const frame = await spool.read(entry);
  expect(frame).toEqual({ ...frameOf(0, about), bytes: expect.anything() });
  expect(Buffer.compare(frame?.bytes as Buffer, frameOf(0).bytes as Buffer)).toBe(0);
  await spool.remove(entry);
  expect(await drain(spool)).toEqual(
    range(510)
      .slice(1)
      .map((each) => `frame-${each}.jpg`),
  );
  expect([spool.totals, await filesIn(folder)]).toEqual([{ count: 0, bytes: 0 }, []]);
});

type Step = 'append' | 'fail' | 'oldest' | 'newest' | 'done' | 'kill';
const STEPS: Step[] = ['append', 'append', 'append', 'fail', 'oldest', 'newest', 'done', 'kill'];

test('after any history, all that was acknowledged comes out exactly once, oldest first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 60 }), async (steps) => {
      const place = await makeFolder();
      const disk = new FailingDisk(place);
      let spool = await openSpool(place, { disk });
      let waiting: string[] = [];
      let taken: Entry[] = [];
      let count = 0;
      for (const step of steps) {
        const name = `frame-${count++}.jpg`;
        if (step === 'append') {
          await spool.append(frameOf(1, { name }));
          waiting.push(name);
        } else if (step === 'fail') {
          disk.fails = { store: 'ENOSPC' };
          await expect(spool.append(frameOf(1, { name }))).rejects.toThrow('ENOSPC');
          disk.fails = {};
        } else if (step === 'kill') {
          spool = await openSpool(place, { disk });
          taken = [];
        } else if (step === 'done') {
          const entry = taken.pop();
          const frame = entry && (await spool.read(entry));
          if (entry) await spool.remove(entry);
          waiting = waiting.filter((each) => each !== frame?.name);
        } else {
          const free = await namesOf(spool, waiting, taken);
          const entry = step === 'oldest' ? await spool.takeOldest() : spool.takeNewest();
          if (entry) taken.push(entry);
          const frame = entry && (await spool.read(entry));
          if (step === 'oldest') expect(frame?.name).toBe(free[0]);
          else if (frame) expect(free.at(-1)).toBe(frame.name);
        }
        expect(spool.totals.count).toBe(waiting.length);
      }
      expect(await drain(await openSpool(place))).toEqual(waiting);
      await removeFolder(place);
    }),
    { numRuns: process.env.LONG ? 1000 : 30 },
  );
});

async function namesOf(spool: Spool, waiting: string[], taken: Entry[]): Promise<string[]> {
  const held = await Promise.all(taken.map(async (entry) => (await spool.read(entry))?.name));
  return waiting.filter((name) => !held.includes(name));
}

describe('a limit', () => {
  const size = async (): Promise<number> => {
    const probe = await openSpool(folder);
    const { size: bytes } = await probe.append(frameOf(0));
    await drain(probe);
    return bytes;
  };

  test('in bytes refuses new frames, and takes them again when there is room', async () => {
    const bytes = 3 * (await size());
    const spool = await openSpool(folder, { limits: { ...NO_LIMITS, bytes } });
    for (const number of range(3)) await spool.append(frameOf(number));
    await expect(spool.append(frameOf(3))).rejects.toThrow(SpoolFull);
    await spool.remove((await spool.takeOldest()) as Entry);
    await spool.append(frameOf(4));
    expect(await drain(spool)).toEqual(['frame-1.jpg', 'frame-2.jpg', 'frame-4.jpg']);
  });

  test('in bytes drops the oldest, says which, and never takes more room than it may', async () => {
    const bytes = 3 * (await size());
    const dropped: (string | undefined)[] = [];
    const limits = { ...NO_LIMITS, bytes, atLimit: 'drop' as const };
    const spool = await openSpool(folder, { limits, onDropped: (frame) => dropped.push(frame?.name) });
    const held = (await spool.append(frameOf(0)).then(() => spool.takeOldest())) as Entry;
    for (const number of range(9).slice(1)) {
      await spool.append(frameOf(number));
      expect(spool.totals.bytes).toBeLessThanOrEqual(bytes);
    }
    expect(dropped).toEqual(
      range(7)
        .slice(1)
        .map((each) => `frame-${each}.jpg`),
    );
    await spool.remove(held);
    expect(await drain(spool)).toEqual(['frame-7.jpg', 'frame-8.jpg']);
    await expect(spool.append(frameOf(9, {}, 10_000))).rejects.toThrow(SpoolFull);
  });

  test('counts what was set aside, which goes first', async () => {
    const bytes = 3 * (await size());
    const spool = await openSpool(folder, { limits: { ...NO_LIMITS, bytes } });
    for (const number of range(3)) await spool.append(frameOf(number));
    await spool.setAside((await spool.takeOldest()) as Entry);
    const again = await openSpool(folder, { limits: { ...NO_LIMITS, bytes } });
    expect((await filesIn(join(folder, 'refused'))).length).toBe(1);
    await again.append(frameOf(3));
    expect(await filesIn(join(folder, 'refused'))).toEqual([]);
    await expect(again.append(frameOf(4))).rejects.toThrow(SpoolFull);
  });

  test('in age refuses new frames or drops old ones', async () => {
    let now = 1_000_000;
    const dropped: (string | undefined)[] = [];
    const open = (atLimit: 'refuse' | 'drop') =>
      openSpool(folder, {
        limits: { bytes: 0, age: 60_000, atLimit },
        now: () => now,
        onDropped: (frame) => dropped.push(frame?.name),
      });
    const refusing = await open('refuse');
    await refusing.append(frameOf(0));
    now += 60_000;
    await refusing.append(frameOf(1));
    now += 1;
    await expect(refusing.append(frameOf(2))).rejects.toThrow('waits for more than 1 min');
    const dropping = await open('drop');
    await dropping.expire();
    await dropping.append(frameOf(3));
    expect([dropped, await drain(dropping)]).toEqual([['frame-0.jpg'], ['frame-1.jpg', 'frame-3.jpg']]);
  });
});

test('frames that are too old are dropped one by one, and a new one is kept in between', async () => {
  let now = 1_000_000;
  const dropped: string[] = [];
  const spool = await openSpool(folder, {
    limits: { bytes: 0, age: 60_000, atLimit: 'drop' },
    now: () => now,
    onDropped: (frame) => dropped.push(frame?.name ?? ''),
  });
  for (const number of range(10)) await spool.append(frameOf(number));
  now += 60_001;
  const expiring = spool.expire();
  await spool.append(frameOf(10));
  expect(dropped.length).toBeLessThan(10);
  await expiring;
  expect([dropped.length, await drain(spool)]).toEqual([10, ['frame-10.jpg']]);
});

test.each(['remove', 'read'] as const)(
  'a frame that cannot be dropped because the disk fails to %s waits on, and is dropped later',
  async (call) => {
    let now = 1_000_000;
    const dropped: (string | undefined)[] = [];
    const disk = new FailingDisk(folder);
    const spool = await openSpool(folder, {
      ...{ disk, limits: { bytes: 0, age: 60_000, atLimit: 'drop' } },
      now: () => now,
      onDropped: (frame) => dropped.push(frame?.name),
    });
    for (const number of range(2)) await spool.append(frameOf(number));
    now += 60_001;
    disk.fails = { [call]: 'EIO' };
    await expect(spool.expire()).rejects.toMatchObject({ code: 'EIO' });
    expect([dropped, spool.totals.count]).toEqual([[], 2]);
    disk.fails = {};
    await spool.expire();
    expect([dropped, spool.totals.count]).toEqual([['frame-0.jpg', 'frame-1.jpg'], 0]);
  },
);

test('frames that come faster than the disk writes are refused before they fill the memory', async () => {
  const disk = new SlowDisk(folder);
  const spool = await openSpool(folder, { disk });
  const large = { bytes: Buffer.alloc(20_000_000) };
  const kept = range(3).map((number) => spool.append(frameOf(number, large)));
  await expect(spool.append(frameOf(3, large))).rejects.toThrow(SpoolFull);
  kept.push(spool.append(frameOf(4)));
  disk.isReady();
  await Promise.all(kept);
  await spool.append(frameOf(5, large));
  expect(spool.totals.count).toBe(5);
});

/** Writes nothing until it is ready. */
class SlowDisk extends FolderDisk {
  isReady: () => void = () => {};
  readonly #ready = new Promise<void>((done) => {
    this.isReady = done;
  });

  override store(): Promise<void> {
    return this.#ready;
  }
}

test.each(['oldest', 'newest'])(
  'a folder whose last frame was sent at once as the %s is removed',
  async (which) => {
    // As if 497 frames had been before it.
    await (await openSpool(folder)).append(frameOf(0));
    const [path = ''] = await filesIn(join(folder, 'queue'));
    const entry = { ...(parseEntry(basename(path)) as Entry), number: 497 };
    await rename(path, join(dirname(path), entryName(entry)));
    const spool = await openSpool(folder);
    for (const number of [1, 2]) await spool.append(frameOf(number));
    if (which === 'newest') await spool.remove(spool.takeNewest() as Entry);
    await drain(spool);
    expect(await readdir(join(folder, 'queue'))).toEqual([]);
    await spool.append(frameOf(3));
    expect(await drain(spool)).toEqual(['frame-3.jpg']);
  },
);

test('a full disk is an error of the one frame and leaves no file', async () => {
  const disk = new FailingDisk(folder);
  const spool = await openSpool(folder, { disk });
  await spool.append(frameOf(0));
  disk.fails = { store: 'ENOSPC' };
  await expect(spool.append(frameOf(1))).rejects.toMatchObject({ code: 'ENOSPC' });
  disk.fails = {};
  await spool.append(frameOf(2));
  expect((await filesIn(folder)).length).toBe(2);
  expect(await drain(spool)).toEqual(['frame-0.jpg', 'frame-2.jpg']);
});

test('a file that cannot be renamed into its place is removed', async () => {
  const disk = new FolderDisk(folder);
  await disk.makeFolder('incoming');
  for (const write of [disk.store, disk.replace])
    await expect(write.call(disk, 'nowhere/x', [Buffer.from('x')])).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await filesIn(folder)).toEqual([]);
});

test('a folder without frames of ours does not hide the next one', async () => {
  const spool = await openSpool(folder);
  for (const number of range(502)) await spool.append(frameOf(number, {}, 1));
  for (const path of await filesIn(join(folder, 'queue/0000000000'))) await removeFolder(path);
  await writeFile(join(folder, 'queue/0000000000/of-somebody'), '');
  expect(await drain(await openSpool(folder))).toEqual(['frame-499.jpg', 'frame-500.jpg', 'frame-501.jpg']);
});

test.each(['cut off', 'one bit', 'empty', 'header'])(
  'a corrupt file (%s) is set aside; the queue goes on',
  async (how) => {
    const spool = await openSpool(folder);
    for (const number of range(3)) await spool.append(frameOf(number));
    const [, middle = ''] = (await filesIn(join(folder, 'queue'))).sort();
    const bytes = await readFile(middle);
    if (how === 'cut off') await truncate(middle, bytes.length - 1);
    if (how === 'empty') await truncate(middle, 0);
    const at = how === 'one bit' ? bytes.length - 1 : 120;
    if (how === 'one bit' || how === 'header') await writeFile(middle, flipped(bytes, at));
    const names: (string | undefined)[] = [];
    const again = await openSpool(folder);
    for (let entry = await again.takeOldest(); entry; entry = await again.takeOldest()) {
      const frame = await again.read(entry).catch((error: Error) => error);
      if (frame instanceof CorruptFrame) continue;
      names.push((frame as { name: string }).name);
      await again.remove(entry);
    }
    expect(names).toEqual(['frame-0.jpg', 'frame-2.jpg']);
    expect([(await filesIn(join(folder, 'corrupt'))).length, again.totals.count]).toEqual([1, 0]);
  },
);

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] as number) ^ 1;
  return other;
}

test('a file that somebody deletes is skipped and no longer counts', async () => {
  const spool = await openSpool(folder);
  for (const number of range(3)) await spool.append(frameOf(number));
  const [first = ''] = (await filesIn(join(folder, 'queue'))).sort();
  const entry = (await spool.takeOldest()) as Entry;
  await removeFolder(first);
  expect(await spool.read(entry)).toBeUndefined();
  expect(spool.totals.count).toBe(2);
  expect(await drain(spool)).toEqual(['frame-1.jpg', 'frame-2.jpg']);
});
