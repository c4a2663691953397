/**
 * Images of a deleted tag get the other one, also where they are too large to be written together, and before it reaches them.
 * @covers Contract 9 a tag that is deleted as unused while an image gets it
 * @covers Contract 11 versions, csv and downloads while tags are merged or made: tags and images of one moment
 * @covers Contract 9 merges of images that are too large together
 */

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { tagRecords } from '../../functions/src/common/adapters/firestore/records/tag-records.ts';
import { deleteTag } from '../../functions/src/dataset/tags/delete-tag.ts';
import { connectFirestore } from '../support/firestore.ts';

let firestore: Firestore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-retag-images'));
});

afterAll(() => close());

test.each([
  ['too large together', 3, true],
  ['refused for another reason', 13, false],
])('Contract 9: a merge of images that are %s', async (_, code, isMoved) => {
  const { moveImages } = await import('../../functions/src/common/adapters/firestore/images/retag-images.ts');
  const dataset = firestore.doc(`dataset/merged-${code}`);
  const tag = (id: string) => dataset.collection('tag').doc(id);
  await tag('new').set({ name: 'new' });
  await dataset.collection('merge').doc('old').set({ into: 'new' });
  const images = [1, 2, 3].map((number) => firestore.doc(`image/${dataset.id}-${number}`));
  for (const image of images) await image.set({ dataset, tag: tag('old'), tagsContained: [tag('old')] });
  const batch = Object.getPrototypeOf(firestore.batch()) as WriteBatch;
  // The emulator takes commits of any size.
  jest.spyOn(batch, 'commit').mockRejectedValueOnce(Object.assign(new Error('refused'), { code }));
  const moving = moveImages({ dataset: dataset.id, tag: 'old' });
  if (isMoved) await expect(moving).resolves.toBe(3);
  else await expect(moving).rejects.toThrow('refused');
  const tags = await Promise.all(images.map(async (image) => (await image.get()).get('tag').id));
  expect(tags).toEqual(Array(3).fill(isMoved ? 'new' : 'old'));
});

test('tags as of a moment, and what deleted ones are called for there', async () => {
  const { datasets } = await import('../../functions/src/common/adapters/firestore/records/datasets.ts');
  const dataset = firestore.doc('dataset/moments');
  const due = new Date();
  const merge = (tag: string, into: string | null) => dataset.collection('merge').doc(tag).set({ into, due });
  await dataset.set({ name: 'Moments', tags: [{ id: 'listed', name: 'listed' }] });
  for (const id of ['a', 'b', 'c']) await dataset.collection('tag').doc(id).set({ name: id });
  // Merged one after the other; deleted; deleted and created again; into a tag that is unknown.
  for (const [tag, into] of [
    ['x', 'y'],
    ['y', 'b'],
    ['gone', null],
    ['z', 'gone'],
    ['c', 'b'],
    ['?', '??'],
  ] as const)
    await merge(tag, into);
  const before = await datasets.tagsAt('moments');
  const ids = (tags: readonly { id: string }[]) => tags.map(({ id }) => id);
  expect(ids(before.tags)).toEqual(['listed', 'a', 'b', 'c']);
  expect([...before.merged].sort()).toEqual([
    ['gone', null],
    ['x', 'b'],
    ['y', 'b'],
    ['z', null],
  ]);
  const batch = firestore.batch();
  batch.delete(dataset.collection('tag').doc('a'));
  batch.update(dataset, { tags: [] });
  batch.set(dataset.collection('merge').doc('a'), { into: 'b', due });
  await batch.commit();
  const after = await datasets.tagsAt('moments');
  expect([ids(after.tags), after.merged.get('a')]).toEqual([['b', 'c'], 'b']);
  expect(await datasets.tagsAt('moments', before.moment)).toEqual(before);
});

describe('a tag that is deleted as unused while a request gives it to an image', () => {
  const caller = { kind: 'person', uid: 'admin', admin: true, permissions: [] } as const;

  /** A dataset with an unused tag, and what a request stores that resolved the tag before. */
  async function furnish(id: string, name = 'idle') {
    const dataset = firestore.doc(`dataset/${id}`);
    const tag = dataset.collection('tag').doc('idle');
    const fields = { name, color: '#d64545', key: 'i', unclassified: false };
    await dataset.set({ name: id, type: 'MULTICLASS', owner: 'admin', tags: [{ id: 'idle', ...fields }] });
    await tag.set({ ...fields, order: 3 });
    const image = firestore.doc(`image/${id}-1`);
    return { dataset, tag, image, fields: { dataset, tag, tagsContained: [tag], tags: [], masks: [] } };
  }

  /** @param meanwhile between the removal of the tag and the search for its images */
  async function remove(dataset: string, into: string | null | undefined, meanwhile: () => Promise<unknown>) {
    jest.spyOn(counters, 'publish').mockResolvedValueOnce();
    const { beginMerge } = tagRecords;
    jest.spyOn(tagRecords, 'beginMerge').mockImplementationOnce(async (...asked) => {
      const begun = await beginMerge(...asked);
      await meanwhile();
      return begun;
    });
    return deleteTag({ dataset, tag: 'idle', into, caller });
  }

  test('is back, and the image keeps it', async () => {
    const { dataset, tag, image, fields } = await furnish('raced');
    const before = (await tag.get()).data();
    await expect(remove('raced', undefined, () => image.set(fields))).rejects.toMatchObject({
      code: 'tag in use',
      particulars: { id: 'idle', reason: '1 images, 0 annotations' },
    });
    expect((await image.get()).get('tag').path).toBe(tag.path);
    expect((await tag.get()).data()).toEqual(before);
    expect((await dataset.get()).get('tags')).toMatchObject([{ id: 'idle', name: 'idle' }]);
    expect((await dataset.collection('merge').get()).empty).toBe(true);
  });

  test('is back also after the answer, with a number if its name was given away', async () => {
    const { dataset, tag, image, fields } = await furnish('late');
    await remove('late', undefined, async () => {});
    expect((await tag.get()).exists).toBe(false);
    await dataset.collection('tag').doc('new').set({ name: 'idle' });
    await image.set(fields);
    const { tagRecords } = await import(
      '../../functions/src/common/adapters/firestore/records/tag-records.ts'
    );
    const merges = (await tagRecords.dueMerges(Date.now())).filter((merge) => merge.dataset === 'late');
    expect(await Promise.all(merges.map(tagRecords.moveImages))).toEqual(['in use']);
    expect((await tag.get()).data()).toMatchObject({ name: 'idle (2)', color: '#d64545', order: 3 });
    expect((await image.get()).get('tag').path).toBe(tag.path);
  });

  test('is taken from it if that is asked for', async () => {
    const { tag, image, fields } = await furnish('asked');
    await remove('asked', undefined, async () => {});
    await image.set(fields);
    await remove('asked', null, async () => {});
    expect(await tagRecords.moveImages({ dataset: 'asked', tag: 'idle' })).toBe(1);
    expect((await image.get()).get('tag')).toBeNull();
    expect((await tag.get()).exists).toBe(false);
  });
});
