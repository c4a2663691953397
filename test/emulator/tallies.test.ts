/**
 * Counters and timeline while frames are in tallies, by the functions' own adapters on Firestore: every image counts exactly
 * once, in whatever order frames, deletions, publications, recounts and the ends of tallies come.
 * @covers Contract 2 recounts: one that lost keeps publications away, one that failed is made again
 * @covers Spec 4.1, Contract 4 counters: one publication a second by one process of all; with 100 cameras at most 10 reads a second; a thousand parts are summed
 * @covers Contract 16 hooks: REVIEW that becomes empty is told once, by whoever shows it first
 * @covers Counters do not fall behind what a refresh has shown, nor below zero, while frames keep coming
 * @covers Frames of a tally are counted whatever becomes of their process, and of them
 */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { millis } from '../../functions/src/common/adapters/firestore/fields.ts';
import type { Counters, Images } from '../../functions/src/common/ports.ts';
import { eventually, openTallies } from '../support/factory.ts';
import { connectFirestore } from '../support/firestore.ts';
import { imageRecord } from '../support/image-record.ts';

let firestore: Firestore;
let close: () => Promise<void>;
let images: Images;
let counters: Counters;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-tallies'));
  ({ images } = await import('../../functions/src/common/adapters/firestore/images/images.ts'));
  ({ counters } = await import('../../functions/src/common/adapters/firestore/counters/counters.ts'));
});
afterAll(() => close());

/** A dataset of one test, with what it must hold at any moment. */
async function newDataset(dataset: string) {
  const reference = firestore.doc(`dataset/${dataset}`);
  await reference.set({ name: dataset, tags: [] });
  await counters.recount(dataset);
  let last = 0;
  const standing: string[] = [];

  async function add(): Promise<void> {
    last += 1;
    const id = `${dataset}-${last}`;
    const record = imageRecord({ id, dataset, uri: `gs://b/${id}`, name: id, date: last });
    expect(await images.add(record, Buffer.alloc(1), false)).toBe('added');
    standing.push(id);
  }

  async function remove(): Promise<void> {
    const id = standing.shift();
    if (id !== undefined) expect(await images.remove(id)).toMatchObject({ id });
  }

  const parts = async () => (await reference.collection('counter').get()).docs;

  async function expectCounted(): Promise<void> {
    const stored = await firestore.collection('image').where('dataset', '==', reference).get();
    expect(stored.size).toBe(standing.length);
    const all = await parts();
    const sum = all.reduce((total, part) => total + (part.get('images') ?? 0), 0);
    expect(sum + openTallies(all, stored.docs).images).toBe(standing.length);
  }

  async function expectShown(): Promise<void> {
    await expectCounted();
    const [counted, timeline] = await Promise.all([shown(), reference.collection('timeline').get()]);
    const groups = timeline.docs.map((each) => [each.id, each.get('imageCounter')]);
    const day = 'day-1970-01-01';
    expect([counted, groups]).toEqual([standing.length, standing.length > 0 ? [[day, standing.length]] : []]);
  }

  const shown = async () => (await reference.get()).get('imageCounter');

  const isTallied = async (): Promise<boolean> =>
    (await parts()).some((part) => part.get('open') !== undefined);

  return { reference, shown, add, remove, expectCounted, expectShown, isTallied };
}

const times = async (number: number, step: () => Promise<void>): Promise<void> => {
  for (let done = 0; done < number; done += 1) await step();
};

test.each(['recount', 'publish'] as const)(
  'after %s, and after the tally is closed, images of it that were deleted are not shown, even if more were than are left',
  async (show) => {
    const dataset = `deleted-${show}`;
    const { add, remove, expectShown, isTallied } = await newDataset(dataset);
    // The first frame counts at once, the second opens the tally that the others join.
    await times(6, add);
    for (const removed of [5, 1]) {
      await times(removed, remove);
      await times(2, async () => {
        await counters[show](dataset);
        await expectShown();
      });
    }
    // Its process closes it, although the publication has changed its part.
    await eventually(async () => expect(await isTallied()).toBe(false));
    await counters.publish(dataset);
    await expectShown();
    await add();
    await counters.publish(dataset);
    await expectShown();
  },
);

test('a publication in turn takes nothing back that a refresh has shown', async () => {
  const { shown, add, remove } = await newDataset('taken-back');
  // The first frame counts at once, the second opens the tally that the others join.
  await times(4, add);
  await counters.publish('taken-back');
  expect(await shown()).toBe(4);
  await times(2, add);
  await counters.publishInTurn('taken-back');
  expect(await shown()).toBe(6);
  await times(5, remove);
  await counters.publishInTurn('taken-back');
  expect(await shown()).toBe(1);
});

test('a publication in turn shows no number below zero after frames that it has left out were deleted', async () => {
  const { shown, add, remove } = await newDataset('below-zero');
  await times(4, add);
  await counters.publishInTurn('below-zero');
  expect(await shown()).toBeLessThan(3);
  await times(3, remove);
  await counters.publishInTurn('below-zero');
  expect(await shown()).toBe(1);
});

test('hooks are told once that nothing is in REVIEW, and not while a frame of it is in a tally', async () => {
  const { reference } = await newDataset('review');
  const hook = reference.collection('hook').doc('chat');
  await hook.set({ events: ['review.empty'] });
  const told = async () =>
    (await hook.collection('event').get()).docs.map((each) => JSON.parse(each.get('body')));
  const shown = async () => (await reference.get()).get('sets').REVIEW;
  let last = 0;
  const add = async () => {
    const id = `review-${++last}`;
    const record = imageRecord({
      id,
      dataset: 'review',
      uri: `gs://b/${id}`,
      name: id,
      date: last,
      set: 'REVIEW',
    });
    await images.add(record, Buffer.alloc(1), false);
    return id;
  };
  const all = [await add(), await add(), await add(), await add()];
  await counters.publishInTurn('review');
  // Those that are not in the tally, which a publication in turn leaves out.
  const isIn = async (id: string) => (await firestore.doc(`image/${id}`).get()).get('tally') !== undefined;
  const tallied = (await Promise.all(all.map(isIn))).map((is, at) => (is ? all[at] : '')).filter(Boolean);
  expect(await shown()).toBe(all.length - tallied.length);
  for (const id of all) if (!tallied.includes(id)) await images.remove(id);
  await counters.publishInTurn('review');
  expect([await shown(), await told()]).toEqual([tallied.length, []]);
  for (const id of all) await images.remove(id);
  await Promise.all([1, 2, 3].map(() => counters.publish('review')));
  await counters.recount('review');
  const message = { type: 'review.empty', data: { dataset: 'review', name: 'review', images: 0 } };
  expect([await shown(), await told()]).toMatchObject([0, [message]]);
  const third = await add();
  await counters.publish('review');
  await images.remove(third);
  await counters.publish('review');
  expect(await told()).toMatchObject([message, message]);
});

test('the timeline is exact after a recount that finds more images in the parts than there are', async () => {
  const { reference, add, expectShown } = await newDataset('damaged');
  await times(2, add);
  const group = { 'day-1970-01-01': { images: 9, moves: 9 } };
  await reference.collection('counter').doc('damaged').set({ images: 9, group });
  await counters.recount('damaged');
  await expectShown();
});

test('a thousand parts are summed, and an editor of the dataset delays a publication in turn by a second', async () => {
  const { reference, shown } = await newDataset('many');
  const batches = [0, 500].map(async (from) => {
    const batch = firestore.batch();
    for (let part = from; part < from + 500; part += 1)
      batch.set(reference.collection('counter').doc(`part-${part}`), { images: 1 });
    await batch.commit();
  });
  await Promise.all(batches);
  expect(await counters.publishInTurn('many')).toBe(0);
  expect(await shown()).toBe(1_000);
  await reference.collection('counter').doc('part-0').update({ images: 2 });
  await reference.update({ name: 'edited' });
  expect(await counters.publishInTurn('many')).toBe(1_000);
  expect(await shown()).toBe(1_000);
  expect(await counters.publishInTurn('many')).toBe(0);
  expect(await shown()).toBe(1_001);
});

/** Calls `hook` with a number from 1 before each commit that is not the hook's own. */
function beforeCommits(hook: (number: number) => Promise<void>) {
  const batch = Object.getPrototypeOf(firestore.batch()) as WriteBatch;
  const { commit } = batch;
  let number = 0;
  let isHook = false;
  return jest.spyOn(batch, 'commit').mockImplementation(async function (this: WriteBatch) {
    if (!isHook) {
      isHook = true;
      number += 1;
      await hook(number).finally(() => {
        isHook = false;
      });
    }
    return commit.call(this);
  });
}

test('a recount that loses to a publication keeps the next one away', async () => {
  const { reference, add, expectShown, isTallied } = await newDataset('reserved');
  await times(3, add);
  await eventually(async () => expect(await isTallied()).toBe(false));
  const base = reference.collection('counter').doc('base');
  const published = async () => millis((await base.get()).get('timelineAt'));
  const isPublished: boolean[] = [];
  const spy = beforeCommits(async (number) => {
    const before = await published();
    // The second commit only keeps others away.
    if (number === 1) await base.update({ timelineAt: new Date() });
    if (number === 3) await counters.publish('reserved');
    if (number === 1 || number === 3) isPublished.push((await published()) > before);
  });
  await counters.recount('reserved');
  spy.mockRestore();
  expect(isPublished).toEqual([true, false]);
  expect((await base.get()).get('reservedUntil')).toBeUndefined();
  await expectShown();
});

test('after a recount that failed the dataset is counted again, if images are in no part', async () => {
  const { add, expectShown, isTallied } = await newDataset('recount-failed');
  await times(3, add);
  expect(await isTallied()).toBe(true);
  // Its process was killed, and nobody came for ten minutes.
  globalThis.Date = PassedDate as DateConstructor;
  passed = 600_000;
  const spy = beforeCommits(async (number) => {
    // The first commit publishes the counters, the second closes the tally.
    if (number > 2) throw new Error('killed');
  });
  await expect(counters.publish('recount-failed')).rejects.toThrow('killed');
  spy.mockRestore();
  await counters.publish('recount-failed');
  await expectShown();
});

/** Always the same numbers for one seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/**
 * Milliseconds: a tally goes on, it is closed by the next frame, it may be published without its process, its process seems to be
 * gone, or it is too old to be counted by its records.
 */
const PAUSES = [100, 1_600, 5_000, 31_000, 80_000, 485_000];
/** Parts rest for ten minutes, and the clock of Firestore does not follow. */
const LONGEST = 590_000;

const RealDate = Date;
let passed = 0;
afterEach(() => {
  passed = 0;
  globalThis.Date = RealDate;
});

/** Timers are real, and two moments are never the same. */
class PassedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [PassedDate.now()]) as [number]));
  }
  static override now(): number {
    return RealDate.now() + passed;
  }
}

test.each(process.env.LONG ? Array.from({ length: 12 }, (_, index) => index + 1) : [1, 2, 3])(
  'each image counts once, in any order of frames, deletions, publications and pauses: %i',
  async (seed) => {
    const dataset = `order-${seed}`;
    const pick = random(seed);
    const { add, remove, expectCounted, expectShown } = await newDataset(dataset);
    globalThis.Date = PassedDate as DateConstructor;
    const pause = async () => {
      const next = PAUSES[pick(PAUSES.length)] as number;
      if (passed + next < LONGEST) passed += next;
    };
    const publish = () => counters.publish(dataset);
    const recount = () => counters.recount(dataset);
    const publishInTurn = async () => void (await counters.publishInTurn(dataset));
    const together = async () => {
      await Promise.all([add(), remove(), publish(), add(), recount(), remove(), publishInTurn()]);
    };
    const steps = [add, add, () => times(4, add), remove, () => times(3, remove)];
    const others = [publish, recount, publishInTurn, together, pause, pause];
    for (let step = 0; step < 40; step += 1) {
      const all = [...steps, ...others];
      const next = all[pick(all.length)] as () => Promise<void>;
      await next();
      await expectCounted();
      if (next === publish || next === recount) await expectShown();
    }
    await recount();
    await expectShown();
  },
);
