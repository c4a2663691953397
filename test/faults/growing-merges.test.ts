/**
 * Merges of tags do not add up (Contract 9): nothing reads those that are over, and nobody waits for another dataset's.
 * @covers Contract 9 lists that one person can grow do not starve another: invitations, keys, merges, datasets, monitors
 */

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { jobs } from '../../functions/src/common/adapters/firestore/jobs/jobs.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { tagRecords } from '../../functions/src/common/adapters/firestore/records/tag-records.ts';
import { HttpError } from '../../functions/src/common/errors.ts';
import { TURNS } from '../../functions/src/common/jobs/job.ts';
import type { Merge } from '../../functions/src/common/records/tag-ports.ts';
import { deleteTag } from '../../functions/src/dataset/tags/delete-tag.ts';
import { finishMerges } from '../../functions/src/dataset/tags/finish-merges.ts';
import { connectFirestore } from '../support/firestore.ts';
import { standIn } from '../support/stand-in.ts';

const FOLDER = '../../functions/src/common/adapters/firestore';
/** Milliseconds after which a merge whose images have moved is closed. */
const CLOSABLE = 3_900_000;

let firestore: Firestore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-growing-merges'));
});

afterAll(() => close());

async function adapters() {
  const { tagRecords } = await import(`${FOLDER}/records/tag-records.ts`);
  const { datasets } = await import(`${FOLDER}/records/datasets.ts`);
  const resolve = (dataset: string, tag: string) => datasets.resolveTag({ id: dataset, tags: [] }, tag);
  return { tagRecords, datasets, resolve };
}

async function makeDataset(id: string, tags: string[]): Promise<void> {
  const batch = firestore.batch();
  batch.set(firestore.doc(`dataset/${id}`), {
    name: id,
    owner: 'ada',
    members: {},
    people: ['ada'],
    tags: [],
  });
  for (const tag of tags) batch.set(firestore.doc(`dataset/${id}/tag/${tag}`), { name: tag });
  await batch.commit();
}

const mergesOf = async (id: string) => (await firestore.collection(`dataset/${id}/merge`).get()).docs;

test('tags that are merged one after the other all mean the last one, however many they are', async () => {
  const { tagRecords, datasets, resolve } = await adapters();
  const tags = Array.from({ length: 25 }, (_, at) => `tag-${at}`);
  await makeDataset('chain', tags);
  for (const [at, tag] of tags.slice(0, -1).entries())
    expect(await tagRecords.beginMerge('chain', tag, tags[at + 1])).toBe('begun');
  for (const tag of tags) expect(await resolve('chain', tag)).toBe('tag-24');
  const { merged } = await datasets.tagsAt('chain');
  expect([...merged.values()]).toEqual(Array(24).fill('tag-24'));
  // An attempt that is repeated is still the same merge.
  expect(await tagRecords.beginMerge('chain', 'tag-0', 'tag-1')).toBe('begun');
  expect(await tagRecords.beginMerge('chain', 'tag-0', 'tag-2')).toBeNull();
});

test('a merge that is over is read by no csv and no version, and still tells cameras what the tag is called', async () => {
  const { tagRecords, datasets, resolve } = await adapters();
  await makeDataset('over', ['old', 'new']);
  await tagRecords.beginMerge('over', 'old', 'new');
  const merge = { dataset: 'over', tag: 'old' };
  // A request that began before the merge may still store an image with the old tag.
  await tagRecords.closeMerge(merge, Date.now() + CLOSABLE - 60_000);
  expect([...(await datasets.tagsAt('over')).merged]).toEqual([['old', 'new']]);
  await tagRecords.closeMerge(merge, Date.now() + CLOSABLE + 60_000);
  expect([...(await datasets.tagsAt('over')).merged]).toEqual([]);
  expect(await resolve('over', 'old')).toBe('new');
});

test('of merges that are over, the newest are kept; what was merged into a deleted tag goes with it', async () => {
  const { tagRecords, resolve } = await adapters();
  await makeDataset('kept', ['a', 'b', 'new', 'gone']);
  const batch = firestore.batch();
  for (let at = 0; at < 260; at += 1)
    batch.set(firestore.doc(`dataset/kept/merge/old-${at}`), {
      into: 'new',
      closedAt: new Date(1_000_000 + at),
    });
  await batch.commit();
  await tagRecords.beginMerge('kept', 'a', 'new');
  await tagRecords.beginMerge('kept', 'b', 'gone');
  const later = Date.now() + CLOSABLE + 60_000;
  await tagRecords.closeMerge({ dataset: 'kept', tag: 'a' }, later);
  const closed = (await mergesOf('kept')).filter((each) => each.get('closedAt') !== undefined);
  expect(closed).toHaveLength(250);
  expect(await resolve('kept', 'a')).toBe('new');
  expect(await resolve('kept', 'old-10')).toBeUndefined();
  await tagRecords.closeMerge({ dataset: 'kept', tag: 'b' }, later);
  await tagRecords.beginMerge('kept', 'gone', null);
  expect(await resolve('kept', 'b')).toBeNull();
  await tagRecords.closeMerge({ dataset: 'kept', tag: 'gone' }, later);
  expect((await mergesOf('kept')).some(({ id }) => id === 'b' || id === 'gone')).toBe(false);
});

test('a dataset has at most 200 merges at a time; whoever wants more is told so, and nothing is lost', async () => {
  await makeDataset('many', ['a', 'b']);
  await makeDataset('few', ['a', 'b']);
  const batch = firestore.batch();
  for (let at = 0; at < 200; at += 1)
    batch.set(firestore.doc(`dataset/many/merge/old-${at}`), { into: 'b', at: new Date(), due: new Date() });
  await batch.commit();
  const caller = { kind: 'person', uid: 'ada', admin: false, permissions: [] } as const;
  standIn({ counters }, { counters: { publish: async () => {} } });
  const removing = deleteTag({ dataset: 'many', tag: 'a', into: 'b', caller });
  await expect(removing).rejects.toMatchObject({ code: 'merges enough' });
  expect((await firestore.doc('dataset/many/tag/a').get()).exists).toBe(true);
  await deleteTag({ dataset: 'few', tag: 'a', into: 'b', caller });
  expect((await firestore.doc('dataset/few/tag/a').get()).exists).toBe(false);
});

test('every minute a job goes on with each merge that has images left; one that cannot be begun keeps no other from it', async () => {
  const [used, started, closed] = [new Set(['broken', 'left']), [] as string[], [] as string[]];
  standIn(
    { datasets, tagRecords, jobs },
    {
      datasets: { find: async (id: string) => ({ id, owner: id, members: {} }) },
      tagRecords: {
        dueMerges: async () => ['broken', 'left', 'over'].map((dataset) => ({ dataset, tag: 'a' })),
        isUsed: async ({ dataset }: Merge) => used.has(dataset),
        jobOf: async () => null,
        postpone: async () => {},
        closeMerge: async ({ dataset }: Merge) => void closed.push(dataset),
      },
      jobs: {
        create: async (dataset: string, { kind }: { kind: string }) => {
          if (dataset === 'broken') throw new HttpError('jobs enough');
          started.push(`${kind} ${dataset}`);
          return { number: 1 };
        },
        sentOf: async () => TURNS,
      },
    },
  );
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await finishMerges({ now: Date.now(), end: Date.now() + 60_000 });
  written.mockRestore();
  expect([started, closed]).toEqual([['merge left'], ['over']]);
});
