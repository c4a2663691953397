/**
 * A device that gives each frame a session of its own (finding A11), by the functions' own adapters on Firestore: the parts of
 * the counters end before a document is full, and a recount needs no query for each session.
 * @covers Contract 10 at most 120 new sessions an hour; counters of thousands of sessions
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import type { Counters, Images, Sessions } from '../../functions/src/common/ports.ts';
import { connectFirestore } from '../support/firestore.ts';
import { imageRecord } from '../support/image-record.ts';

let firestore: Firestore;
let close: () => Promise<void>;
let images: Images;
let counters: Counters;
let sessions: Sessions;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-many-sessions'));
  ({ images } = await import('../../functions/src/common/adapters/firestore/images/images.ts'));
  ({ counters } = await import('../../functions/src/common/adapters/firestore/counters/counters.ts'));
  ({ sessions } = await import('../../functions/src/common/adapters/firestore/sessions/sessions.ts'));
});
afterAll(() => close());

const record = (dataset: string, at: number) =>
  imageRecord({
    id: `${dataset}-${at}`,
    dataset,
    uri: `gs://b/${dataset}-${at}`,
    date: 1_700_000_000_000 + at,
    monitor: 'line-1',
    session: `line-1.${dataset}-${at}`,
  });

async function newDataset(dataset: string) {
  const reference = firestore.doc(`dataset/${dataset}`);
  await reference.set({ name: dataset, tags: [] });
  await counters.recount(dataset);
  const sizes = async () => {
    const { docs } = await reference.collection('counter').get();
    return docs.map((part) => [part.id, Object.keys(part.get('group') ?? {}).length] as const);
  };
  const timeline = async () => {
    const { docs } = await reference.collection('timeline').get();
    return Object.fromEntries(docs.map((group) => [group.id, group.data()]));
  };
  return { reference, sizes, timeline };
}

test('parts of the counters end long before a document is full, and everything is counted', async () => {
  const { reference, sizes } = await newDataset('frames');
  for (let at = 0; at < 1200; at += 100) {
    const adding = Array.from({ length: 100 }, (_, each) =>
      images.add(record('frames', at + each), Buffer.alloc(1), false),
    );
    expect(new Set(await Promise.all(adding))).toEqual(new Set(['added']));
  }
  expect(Math.max(...(await sizes()).map(([, size]) => size))).toBeLessThan(750);
  await counters.publish('frames');
  expect((await reference.get()).get('imageCounter')).toBe(1200);
});

test('`base`, which never ends, forgets groups that are published', async () => {
  const { reference, sizes, timeline } = await newDataset('base');
  const group = { 'line-1.a': { images: 3, moves: 3 }, 'line-1.b': { images: 0, moves: 2 } };
  await reference.collection('counter').doc('base').set({ group }, { merge: true });
  await counters.publish('base');
  expect(Object.keys(await timeline())).toEqual(['line-1.a']);
  expect(new Map(await sizes()).get('base')).toBe(0);
});

test('a recount of thousands of sessions shows each of them with its frames', async () => {
  const { reference, timeline } = await newDataset('recount');
  const writing = firestore.bulkWriter();
  const count = 3000;
  for (let at = 0; at < count; at += 1) {
    const { session, date } = record('recount', at);
    const fields = {
      dataset: reference,
      tags: [],
      tagsContained: [],
      labelled: false,
      set: 'TRAIN',
      session,
    };
    const monitor = firestore.doc('monitor/line-1');
    void writing.set(firestore.doc(`image/recount-${at}`), { ...fields, date, monitor, shard: 'recount/0' });
  }
  await writing.close();
  await counters.recount('recount');
  const shown = await timeline();
  expect(Object.keys(shown)).toHaveLength(count);
  for (let at = 0; at < count; at += 1) {
    const { session, date } = record('recount', at);
    const expected = { session, imageCounter: 1, first: date, last: date, monitor: 'line-1' };
    expect(shown[session]).toEqual(expected);
  }
});

test('frames of one monitor open 120 sessions in an hour; those that stand go on', async () => {
  const widen = (monitor: string, name: string) => {
    const at = Date.now();
    return sessions.widen({ id: `${monitor}.${name}`, monitor, uid: '' }, { first: at, last: at }, at);
  };
  for (let at = 0; at < 120; at += 1) expect(await widen('line-1', `run-${at}`)).toBe(true);
  await expect(widen('line-1', 'one-more')).rejects.toMatchObject({
    code: 'sessions enough',
    particulars: { retryAfter: expect.any(Number) },
  });
  expect(await widen('line-1', 'run-7')).toBe(true);
  expect(await widen('line-2', 'run-0')).toBe(true);
  expect((await firestore.doc('session/line-1.one-more').get()).exists).toBe(false);
});
