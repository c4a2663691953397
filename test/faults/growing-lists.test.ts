/**
 * Records that others share with a person keep neither the person's list nor anybody's process from working (Contract 9).
 * @covers Contract 9 lists that one person can grow do not starve another: invitations, keys, merges, datasets, monitors
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import { connectFirestore } from '../support/firestore.ts';

const FOLDER = '../../functions/src/common/adapters/firestore';

let firestore: Firestore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-growing-lists'));
});

afterAll(() => close());

const victim = { uid: 'victim', all: false };

/** Records that somebody else made and shared. */
async function share(kind: 'dataset' | 'monitor', ids: string[], fields: object = {}): Promise<void> {
  const others = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`other-${at}`, 'viewer']));
  const members = { ...others, victim: 'viewer' };
  for (let from = 0; from < ids.length; from += 50) {
    const batch = firestore.batch();
    for (const id of ids.slice(from, from + 50)) {
      const people = ['maker', ...Object.keys(members)];
      batch.set(firestore.doc(`${kind}/${id}`), { name: id, owner: 'maker', members, people, ...fields });
    }
    await batch.commit();
  }
}

const number = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(3, '0')}`);

test('datasets with very many tags come in pages that stay small, and no dataset is missing', async () => {
  const { datasetRecords } = await import(`${FOLDER}/records/dataset-records.ts`);
  const tags = number(400, 'tag').map((id) => ({ id, name: `${id} ${'x'.repeat(100)}`, color: '#808080' }));
  const fat = number(60, 'fat');
  await share('dataset', fat, { tags });
  await share('dataset', ['small'], { tags: [{ id: 'a', name: 'a' }] });
  const deleted = { owner: 'victim', until: new Date() };
  await firestore
    .doc('dataset/gone')
    .set({ name: 'gone', owner: 'victim', members: {}, people: [], deleted });
  const seen: string[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const page: { records: { id: string; tags: unknown[] }[]; next: string | null } =
      await datasetRecords.list(victim, { limit: 1000, after, tags: true });
    expect(page.records.reduce((sum, each) => sum + each.tags.length, 0)).toBeLessThanOrEqual(10_400);
    seen.push(...page.records.map(({ id }) => id));
    after = page.next;
    pages += 1;
  } while (after !== null);
  expect(seen).toEqual([...fat, 'gone', 'small']);
  expect(pages).toBe(3);
  const whole = await datasetRecords.list(victim, { limit: 1000, after: null, tags: false });
  expect([whole.records.length, whole.next]).toEqual([62, null]);
  // Of hundreds of members, only the one who asks is read.
  expect(whole.records[0]).toMatchObject({ tags: [], members: { victim: 'viewer' } });
  expect(Object.keys(whole.records[0].members)).toEqual(['victim']);
  const all = await datasetRecords.list({ uid: '', all: true }, { limit: 2, after: 'fat-058', tags: false });
  expect(all).toMatchObject({ records: [{ id: 'fat-059' }, { id: 'gone' }], next: 'gone' });
});

test('monitors come in pages', async () => {
  const { monitorRecords } = await import(`${FOLDER}/records/monitor-records.ts`);
  await share('monitor', number(7, 'line'));
  const first = await monitorRecords.list(victim, { limit: 4, after: null });
  expect([first.records.length, first.next]).toEqual([4, 'line-003']);
  const second = await monitorRecords.list(victim, { limit: 3, after: first.next });
  expect(second.records.map(({ id }: { id: string }) => id)).toEqual(['line-004', 'line-005', 'line-006']);
  expect(second.next).toBeNull();
  expect(Object.keys(second.records[0].members)).toEqual(['victim']);
});
