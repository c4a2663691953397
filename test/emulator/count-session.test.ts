/** A session that runs for hours: the cost of each count, measured on the wire, and its correctness. */
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
  ({ sessions } = await import('../../functions/src/common/adapters/firestore/sessions.ts'));
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

test('all images are counted once; later the new ones, and those that have become old in steps', async () => {
  expect(await countAt(0)).toEqual({ total: 2500, reads: 3 + 1 });
  await add(2500, 2510, begun + 1000);
  expect(await countAt(5)).toEqual({ total: 2510, reads: 1 });
  // After half a minute these ten are old: a step counts them.
  await add(2510, 2513, begun + 35_000);
  expect(await countAt(40)).toEqual({ total: 2513, reads: 3 + 1 });
  await add(2513, 2514, begun + 45_000);
  expect(await countAt(51)).toEqual({ total: 2514, reads: 1 + 1 });
  expect(await countAt(61.5)).toEqual({ total: 2514, reads: 1 + 1 });
});

test('deleted images show at the next full count, after ten seconds for each thousand images', async () => {
  await Promise.all([1, 2, 3].map((at) => firestore.doc(`image/${at}`).delete()));
  expect(await countAt(62)).toEqual({ total: 2514, reads: 1 });
  expect(await countAt(80)).toEqual({ total: 2511, reads: 3 + 1 });
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
  await expect(countAt(91)).rejects.toThrow('no answer');
  expect(await countAt(91)).toEqual({ total: 2511, reads: 1 + 1 });
  failOnce();
  await expect(sessions.settle('long')).rejects.toThrow('no answer');
  expect(await countAt(92)).toEqual({ total: 2511, reads: 1 });
});

test('after a settling everything is counted anew, but not twice at once', async () => {
  await firestore.doc('image/4').delete();
  await sessions.settle('long');
  expect(await countAt(93)).toEqual({ total: 2510, reads: 3 + 1 });
  jest.restoreAllMocks();
  await firestore.doc('image/5').delete();
  const spy = spyOnCounts();
  jest.spyOn(Date, 'now').mockReturnValue(begun + 104_000);
  const [first, second] = [sessions.count('long'), sessions.count('long')];
  await sessions.settle('long');
  // A step for both, what is new for each, and the settling.
  expect([await first, await second, spy.mock.calls.length]).toEqual([2510, 2510, 1 + 2 + 1]);
  expect(await countAt(105)).toEqual({ total: 2509, reads: 3 + 1 });
});
