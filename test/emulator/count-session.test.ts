/**
 * A session that runs for hours: the cost of each count, measured on the wire, and its correctness.
 * @covers Contract 6 count of a running session, at a constant price
 * @covers After a call that the database did not answer, live state and counters wait before they ask again; what a session counted before is kept
 */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Firestore, Query } from 'firebase-admin/firestore';
import type { Sessions } from '../../functions/src/common/ports.ts';
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import { type Lease, leaseFirestore } from '../support/firestore.ts';

let lease: Lease;
let tap: FirestoreTap;
let firestore: Firestore;
let sessions: Sessions;
const begun = Date.now();

beforeAll(async () => {
  lease = await leaseFirestore();
  tap = await startFirestoreTap(() => lease.address);
  const environment = { FIRESTORE_EMULATOR_HOST: tap.address, GCLOUD_PROJECT: 'demo-count-session' };
  Object.assign(process.env, environment);
  firestore = (await import('../../functions/src/common/adapters/firebase.ts')).firestore();
  ({ sessions } = await import('../../functions/src/common/adapters/firestore/sessions/sessions.ts'));
  await add(0, 2500, begun - 60_000);
});

afterEach(() => void jest.restoreAllMocks());

afterAll(async () => {
  await firestore.terminate();
  await tap.close();
  await lease.release();
});

/** Images with numbers from `from` to `to` (excluded), with this creation time. */
async function add(from: number, to: number, created: number): Promise<void> {
  for (let start = from; start < to; start += 500) {
    const batch = firestore.batch();
    for (let at = start; at < Math.min(to, start + 500); at += 1)
      batch.set(firestore.doc(`image/${at}`), { session: 'long', createdDate: new Date(created) });
    await batch.commit();
  }
}

async function countAt(seconds: number): Promise<{ total: number; reads: number }> {
  jest.spyOn(Date, 'now').mockReturnValue(begun + seconds * 1000);
  tap.take();
  const total = await sessions.count('long');
  return { total, reads: tap.take().reads };
}

test('all images are counted once; later the new ones, and in steps those that have become old', async () => {
  expect(await countAt(0)).toEqual({ total: 2500, reads: 3 + 1 });
  await add(2500, 2510, begun + 1000);
  expect(await countAt(5)).toEqual({ total: 2510, reads: 1 });
  // Few new ones need no step.
  expect(await countAt(15.5)).toEqual({ total: 2510, reads: 1 });
  await add(2510, 3600, begun + 16_000);
  expect(await countAt(17)).toEqual({ total: 3600, reads: 2 });
  // The next step counts those that are older than half a minute: none of the new ones yet.
  expect(await countAt(18)).toEqual({ total: 3600, reads: 1 + 2 });
  expect(await countAt(27)).toEqual({ total: 3600, reads: 2 });
  expect(await countAt(29.5)).toEqual({ total: 3600, reads: 3 + 2 });
});

test('deleted images show at the next full count, after ten seconds for each thousand images', async () => {
  await Promise.all([1, 2, 3].map((at) => firestore.doc(`image/${at}`).delete()));
  expect(await countAt(29.9)).toEqual({ total: 3600, reads: 2 });
  expect(await countAt(62)).toEqual({ total: 3597, reads: 4 + 1 });
});

test('a session of few images is counted in full each time, for one read after the first', async () => {
  const countAt = (seconds: number) => {
    jest.spyOn(Date, 'now').mockReturnValue(begun + seconds * 1000);
    tap.take();
    return sessions.count('short').then((total) => ({ total, reads: tap.take().reads }));
  };
  for (const at of [0, 1, 2])
    await firestore
      .doc(`image/short-${at}`)
      .set({ session: 'short', createdDate: new Date(begun + at * 40_000) });
  expect(await countAt(0)).toEqual({ total: 3, reads: 1 + 1 });
  expect(await countAt(50)).toEqual({ total: 3, reads: 1 });
  await firestore.doc('image/short-0').delete();
  expect(await countAt(51)).toEqual({ total: 2, reads: 1 });
  expect(await countAt(200)).toEqual({ total: 2, reads: 1 });
});

/** All counts of this process. */
const spyOnCounts = () =>
  jest.spyOn(
    Object.getPrototypeOf(firestore.collection('image').count()) as ReturnType<Query['count']>,
    'get',
  );

const failOnce = () => spyOnCounts().mockRejectedValueOnce(new Error('no answer'));

test('a count that fails, and a settling that fails, take nothing from what was counted before', async () => {
  failOnce();
  await expect(countAt(99)).rejects.toThrow('no answer');
  expect(await countAt(99)).toEqual({ total: 3597, reads: 4 + 1 });
  failOnce();
  await expect(sessions.settle('long')).rejects.toThrow('no answer');
  expect(await countAt(100)).toEqual({ total: 3597, reads: 1 });
});

test('after a settling everything is counted again, but not twice at once', async () => {
  await firestore.doc('image/4').delete();
  await sessions.settle('long');
  jest.restoreAllMocks();
  const spy = spyOnCounts();
  jest.spyOn(Date, 'now').mockReturnValue(begun + 101_000);
  const [first, second] = [sessions.count('long'), sessions.count('long')];
  await sessions.settle('long');
  // A step for both, what is new for each, and the settling.
  expect([await first, await second, spy.mock.calls.length]).toEqual([3596, 3596, 1 + 2 + 1]);
  expect(await countAt(103)).toEqual({ total: 3596, reads: 4 + 1 });
});
