/**
 * @covers The scheduled function: slow and failing work keeps nothing else waiting; the first look goes back an hour
 * @covers Frames of a tally are counted whatever becomes of their process, and of them
 * @covers What a process left unshown is shown each minute, live state too
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import {
  call,
  countedMore,
  eventually,
  furnish,
  liveState,
  shownCounters,
  shownMore,
  upload,
} from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor', 'counters'] });
  await furnish(stack);
});
afterAll(() => stack?.close());

const shown = async () => {
  const dataset = await stack.firestore.doc('dataset/bolts').get();
  return [Number(liveState(stack, 'line-1')?.totalCounter), Number(dataset.get('imageCounter') ?? 0)];
};

test('counters that a killed process did not publish are published by the scheduled function', async () => {
  await call(stack, '/monitor/line-1/start');
  stack.faults.database.set([{ method: 'WS', path: '^/', status: 503 }]);
  for (let number = 1; number <= 8; number += 1) expect((await upload(stack, number)).status).toBe(200);
  await stack.functions.monitor?.kill();
  stack.faults.database.set([]);
  expect((await shown())[0]).toBe(0);
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await eventually(async () => expect(await shown()).toEqual([8, 8]));
});

test('what changed while the schedule was paused for half an hour is published by the first run', async () => {
  const dataset = stack.firestore.doc('dataset/paused');
  await dataset.set({ name: 'Paused', tags: [] });
  await dataset.collection('counter').doc('base').set({ images: 0, sets: {} });
  const at = new Date(Date.now() - 1_800_000);
  await dataset.collection('counter').doc('part').set({ images: 5, at });
  await stack.functions.counters?.restart();
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  expect((await dataset.get()).get('imageCounter')).toBe(5);
});

/** Frames that a process had added to its tally before it was killed. */
async function abandonTally(age: number): Promise<string> {
  const tally = `gone-${(Date.now() - age).toString(36)}`;
  const dataset = stack.firestore.doc('dataset/bolts');
  const batch = stack.firestore.batch();
  const counted = {
    images: 1,
    unlabelled: 1,
    sets: { PREDETERMINED: 1 },
    group: { 'day-1970-01-01': { images: 1, moves: 1 } },
  };
  batch.set(dataset.collection('counter').doc('gone'), { ...counted, open: tally, at: new Date() });
  const record = {
    dataset,
    set: 'PREDETERMINED',
    tag: null,
    tags: [],
    tagsContained: [],
    session: '',
    date: 0,
  };
  batch.set(stack.firestore.doc('image/gone-0'), record);
  const good = dataset.collection('tag').doc('good');
  const tagged = { tag: good, tagsContained: [good], tally, tallied: 'PREDETERMINED/good' };
  for (const id of ['gone-1', 'gone-2'])
    batch.set(stack.firestore.doc(`image/${id}`), { ...record, ...tagged });
  await batch.commit();
  // One of them has been labelled since, and another was deleted: both changed counters of their own.
  const bad = dataset.collection('tag').doc('bad');
  await stack.firestore.doc('image/gone-2').update({ tag: bad, tagsContained: [bad] });
  await dataset
    .collection('counter')
    .doc('changed')
    .set({
      images: -1,
      sets: { PREDETERMINED: -1 },
      tag: {
        good: { images: -2, sets: { PREDETERMINED: -2 } },
        bad: { images: 1, sets: { PREDETERMINED: 1 } },
      },
      group: { 'day-1970-01-01': { images: -1, moves: 1 } },
      taken: {
        [tally]: {
          images: 1,
          sets: { PREDETERMINED: 1 },
          tag: { good: { images: 1, sets: { PREDETERMINED: 1 } } },
          group: { 'day-1970-01-01': { images: 1, moves: 1 } },
        },
      },
      at: new Date(),
    });
  return tally;
}

test.each([
  ['that may still be used', 1_000, true],
  ['whose process is gone', 80_000, false],
  ['of which notes may be lost, after which the dataset is recounted', 500_000, false],
])('a tally %s is counted from its records, whatever happened to them', async (_, age, isOpen) => {
  await furnish(stack);
  for (const name of ['counter', 'timeline'])
    await stack.firestore.recursiveDelete(stack.firestore.collection(`dataset/bolts/${name}`));
  const images = await stack.firestore.collection('image').listDocuments();
  for (const image of images) await image.delete();
  await triggerScheduled(stack.functions.counters!);
  await stack.firestore
    .doc('dataset/bolts/counter/base')
    .set({ images: 0, unlabelled: 0, sets: {}, tag: {} });
  await abandonTally(age);
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  const exact = async () => {
    expect(await shownCounters(stack)).toEqual({ images: 3, tag: { good: [1, 0], bad: [1, 0] } });
    expect(await shownMore(stack)).toMatchObject(await countedMore(stack));
  };
  await exact();
  const part = await stack.firestore.doc('dataset/bolts/counter/gone').get();
  expect(part.get('open') !== undefined).toBe(isOpen);
  if (!isOpen && age < 400_000)
    expect(part.data()).toMatchObject({ images: 4, tag: { good: { images: 3 } } });
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await exact();
});

test('every running monitor is checked, whatever their number', async () => {
  const batch = stack.firestore.batch();
  for (let number = 0; number < 310; number += 1)
    batch.set(stack.firestore.doc(`monitor/many-${number}`), { name: 'Many', session: `session-${number}` });
  await batch.commit();
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  for (let number = 0; number < 310; number += 1)
    expect(liveState(stack, `many-${number}`)).toMatchObject({ status: true, session: `session-${number}` });
});
