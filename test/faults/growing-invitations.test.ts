/**
 * Invitations that one person can make without end keep nobody from accepting another person's (Contract 9).
 * @covers Contract 9 lists that one person can grow do not starve another: invitations, keys, merges, datasets, monitors
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { connectFirestore } from '../support/firestore.ts';

const FOLDER = '../../functions/src/common/adapters/firestore';

let firestore: Firestore;
let close: () => Promise<void>;
/** Another person and another inviting person for each test. */
let person = '';
let maker = '';

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-growing-invitations'));
});

afterAll(() => close());

let tests = 0;
beforeEach(() => {
  tests += 1;
  person = `invited-${tests}`;
  maker = `maker-${tests}`;
});

const addressOf = (uid: string) => `${uid}@example.org`;

/** @param fields beside owner and members */
async function make(kind: 'dataset' | 'monitor', id: string, fields: object = {}, members: string[] = []) {
  const people = [...members, maker].sort();
  const roles = Object.fromEntries(members.map((uid) => [uid, 'viewer']));
  await firestore.doc(`${kind}/${id}`).set({ name: id, owner: maker, members: roles, people, ...fields });
}

/** Of somebody who may do everything. */
const right = (by: string) => ({ by, judge: () => by });

const invite = async (id: string, address: string, by = maker, kind: 'dataset' | 'monitor' = 'dataset') => {
  const { datasetMembers, monitorMembers } = await import(`${FOLDER}/people/member-records.ts`);
  const records = kind === 'dataset' ? datasetMembers : monitorMembers;
  return records.invite(id, { address, role: 'editor' }, right(by));
};

const accept = async () => {
  const { invitations } = await import(`${FOLDER}/people/invitations.ts`);
  return invitations.accept(person, addressOf(person));
};

const roleIn = async (id: string, kind = 'dataset') =>
  (await firestore.doc(`${kind}/${id}`).get()).get(`members.${person}`);
const openIn = async (id: string, kind = 'dataset') =>
  (await firestore.collection(`${kind}/${id}/invitation`).get()).size;

const crowd = (size: number) => Array.from({ length: size }, (_, at) => `member-${at}`);

const inMinutes = (minutes: number) => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000);
};

/** Stored directly, as more than one person could have made them. */
async function storeDirectly(ids: string[], kind: 'dataset' | 'monitor' = 'dataset') {
  const { hashAddress } = await import(`${FOLDER}/people/member-records.ts`);
  const hash = hashAddress(addressOf(person));
  const batch = firestore.batch();
  for (const id of ids)
    batch.set(firestore.doc(`${kind}/${id}/invitation/${hash}`), {
      ...{ address: addressOf(person), hash, role: 'viewer', by: maker },
    });
  await batch.commit();
}

afterEach(() => void jest.restoreAllMocks());

describe('an honest invitation is accepted', () => {
  test('behind hundreds to deleted datasets, which stay for when these are restored', async () => {
    const deleted = Array.from({ length: 260 }, (_, at) => `a-${tests}-${String(at).padStart(3, '0')}`);
    const batch = firestore.batch();
    for (const id of deleted)
      batch.set(firestore.doc(`dataset/${id}`), {
        owner: maker,
        members: {},
        people: [],
        deleted: { until: 1 },
      });
    await batch.commit();
    await storeDirectly(deleted);
    await make('dataset', `z-${tests}`, { owner: 'somebody else' });
    await invite(`z-${tests}`, addressOf(person), 'somebody else');
    await accept();
    expect(await roleIn(`z-${tests}`)).toBe('editor');
    const [first] = deleted as [string];
    expect([await roleIn(first), await openIn(first)]).toEqual([undefined, 1]);
    await make('dataset', first);
    inMinutes(6);
    await accept();
    expect([await roleIn(first), await openIn(first)]).toEqual(['viewer', 0]);
  });

  test('beside one whose record cannot be written', async () => {
    const ids = [`a-${tests}`, `z-${tests}`];
    for (const id of ids) await make('dataset', id);
    for (const id of ids) await invite(id, addressOf(person));
    const batch = Object.getPrototypeOf(firestore.batch()) as WriteBatch;
    // As Firestore refuses a record that would be too large; the emulator takes any size.
    const tooLarge = Object.assign(new Error('refused'), { code: 3 });
    jest.spyOn(batch, 'commit').mockRejectedValueOnce(tooLarge);
    expect(await accept()).toBe(false);
    expect((await Promise.all(ids.map((id) => roleIn(id)))).filter((role) => role === 'editor')).toHaveLength(
      1,
    );
    expect(await Promise.all(ids.map((id) => openIn(id)))).toEqual(expect.arrayContaining([0, 1]));
  });

  test('and one to a record that is gone goes with it', async () => {
    await storeDirectly([`gone-${tests}`]);
    await storeDirectly([`gone-${tests}`], 'monitor');
    expect(await accept()).toBe(true);
    expect([await openIn(`gone-${tests}`), await openIn(`gone-${tests}`, 'monitor')]).toEqual([0, 0]);
  });
});

test('calls of a person whose invitations cannot be accepted read nothing for some minutes', async () => {
  const full = Array.from({ length: 11 }, (_, at) => `full-${tests}-${at}`);
  for (const id of full) await make('dataset', id, {}, crowd(500));
  await storeDirectly(full);
  expect(await accept()).toBe(false);
  await make('dataset', `new-${tests}`);
  await invite(`new-${tests}`, addressOf(person));
  expect(await accept()).toBe(false);
  expect(await roleIn(`new-${tests}`)).toBeUndefined();
  inMinutes(6);
  await accept();
  expect(await roleIn(`new-${tests}`)).toBe('editor');
});

describe('a record with 500 members', () => {
  test.each(['dataset', 'monitor'] as const)(
    'keeps the invitation until there is room (%s)',
    async (kind) => {
      const id = `room-${tests}`;
      await make(kind, id, {}, crowd(499));
      await invite(id, addressOf(person), maker, kind);
      await make(kind, id, {}, crowd(500));
      await accept();
      expect([await roleIn(id, kind), await openIn(id, kind)]).toEqual([undefined, 1]);
      await make(kind, id, {}, crowd(499));
      await accept();
      expect([await roleIn(id, kind), await openIn(id, kind)]).toEqual(['editor', 0]);
    },
  );

  test('takes no more invitations, and a refused role ends none', async () => {
    const id = `full-${tests}`;
    await make('dataset', id, {}, crowd(499));
    await invite(id, addressOf(person));
    const full = { code: 'bad parameter', particulars: { reason: 'a record has at most 500 members' } };
    // Members and open invitations count together.
    await expect(invite(id, 'one-more@example.org')).rejects.toMatchObject(full);
    await make('dataset', id, {}, crowd(500));
    await expect(invite(id, 'one-more@example.org')).rejects.toMatchObject(full);
    // The same invitation with another role is no more.
    expect(await invite(id, addressOf(person))).toBe('done');
    const { datasetMembers } = await import(`${FOLDER}/people/member-records.ts`);
    const set = datasetMembers.set(id, { uid: person, address: addressOf(person) }, 'viewer', right(maker));
    await expect(set).rejects.toMatchObject(full);
    expect(await openIn(id)).toBe(1);
  });
});

test('one person has at most 100 open invitations to one address, and 1,000 in all; others are not bounded by that', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => `many-${tests}-${at}`);
  for (const id of ids) await make('dataset', id);
  await storeDirectly(ids.slice(0, 95));
  for (const id of ids.slice(95, 100)) expect(await invite(id, addressOf(person))).toBe('done');
  await expect(invite(ids[100] as string, addressOf(person))).rejects.toMatchObject({
    particulars: { reason: '100 of your invitations to this address are open' },
  });
  const last = ids.at(-1) as string;
  expect(await invite(last, 'else@example.org')).toBe('done');
  expect(await invite(last, addressOf(person), 'another maker')).toBe('done');
  for (let from = 0; from < 900; from += 300) {
    const batch = firestore.batch();
    for (let at = from; at < from + 300; at += 1)
      batch.set(firestore.doc(`dataset/hoard-${tests}/invitation/${at}`), { by: maker, hash: `${at}` });
    await batch.commit();
  }
  await expect(invite(ids[0] as string, 'third@example.org')).rejects.toMatchObject({
    particulars: { reason: '1000 of your invitations are open' },
  });
});
