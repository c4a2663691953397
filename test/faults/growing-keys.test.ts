/**
 * Revoked keys do not add up (Contract 9): a monitor can be listed, get keys and be deleted, however many were revoked.
 * @covers Contract 9 lists that one person can grow do not starve another: invitations, keys, merges, datasets, monitors
 */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { connectFirestore } from '../support/firestore.ts';

const FOLDER = '../../functions/src/common/adapters/firestore';

/** The right of the owner. */
const ADA = { by: 'ada', judge: () => 'ada' };

let firestore: Firestore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-growing-keys'));
});

afterEach(() => void jest.restoreAllMocks());

afterAll(() => close());

const keysOf = async (monitor: string) =>
  (
    await firestore
      .collection('deviceKey')
      .where('monitor', '==', firestore.doc(`monitor/${monitor}`))
      .get()
  ).docs;

/** A monitor with revoked keys, made directly. The key `0001` was revoked last. */
async function makeMonitor(id: string, revoked: number): Promise<void> {
  const monitor = firestore.doc(`monitor/${id}`);
  await monitor.set({ name: id, owner: 'ada', members: {}, people: ['ada'], session: '' });
  for (let from = 1; from <= revoked; from += 400) {
    const batch = firestore.batch();
    for (let at = from; at < Math.min(from + 400, revoked + 1); at += 1) {
      const [created, ended] = [new Date(1_700_000_000_000), new Date(1_750_000_000_000 - at * 1000)];
      const key = firestore.doc(`deviceKey/${id}-${String(at).padStart(4, '0')}`);
      batch.set(key, { monitor, created, createdBy: 'ada', revoked: ended, revokedBy: 'ada' });
    }
    await batch.commit();
  }
}

/** Refuses more writes than Firestore takes; the emulator takes any number. */
function limitCommits(): void {
  const batch = Object.getPrototypeOf(firestore.batch()) as WriteBatch;
  const { commit } = batch;
  jest.spyOn(batch, 'commit').mockImplementation(function (this: WriteBatch) {
    const { length } = (this as unknown as { _ops: unknown[] })._ops;
    if (length > 500) throw Object.assign(new Error('maximum 500 writes allowed'), { code: 3 });
    return commit.call(this);
  });
}

test('of keys that were made and revoked again and again, the newest 20 are kept, and the live ones work', async () => {
  const { deviceKeyRecords } = await import(`${FOLDER}/people/key-records.ts`);
  const { deviceKeys } = await import(`${FOLDER}/people/live-keys.ts`);
  const make = () => deviceKeyRecords.create('cycled', {}, ADA);
  await makeMonitor('cycled', 700);
  const live = (await make()) as { key: string; hash: string };
  const revoked = [];
  for (let cycle = 0; cycle < 5; cycle += 1) {
    const { key, hash } = (await make()) as { key: string; hash: string };
    await deviceKeyRecords.revoke('cycled', hash, ADA);
    revoked.push(key);
  }
  const other = (await make()) as { hash: string };
  expect(await make()).toBe('too many');
  const left = (await keysOf('cycled')).map(({ id }) => id);
  const newest = Array.from({ length: 15 }, (_, at) => `cycled-${String(at + 1).padStart(4, '0')}`);
  expect(left.sort()).toEqual([...newest, ...revoked.map(hashKey), live.hash, other.hash].sort());
  expect(await deviceKeys.find(live.hash)).toMatchObject({ monitor: 'cycled' });
  for (const key of revoked) expect(await deviceKeys.find(hashKey(key))).toBeNull();
  expect(await deviceKeys.find('cycled-0700')).toBeNull();
});

test('a monitor with more revoked keys than a commit takes can be deleted, and all its keys go', async () => {
  const { monitorRecords } = await import(`${FOLDER}/records/monitor-records.ts`);
  const { deviceKeyRecords } = await import(`${FOLDER}/people/key-records.ts`);
  await makeMonitor('crowded', 600);
  await firestore
    .doc('deviceKey/live')
    .set({ monitor: firestore.doc('monitor/crowded'), created: new Date() });
  limitCommits();
  await firestore.doc('monitor/crowded').update({ session: 'running' });
  expect(await monitorRecords.delete('crowded', ADA)).toBe(false);
  expect(
    (await deviceKeyRecords.list('crowded')).filter(({ revoked }: { revoked: null }) => revoked === null),
  ).toHaveLength(1);
  await firestore.doc('monitor/crowded').update({ session: '' });
  expect(await monitorRecords.delete('crowded', ADA)).toBe(true);
  expect(await keysOf('crowded')).toEqual([]);
});
