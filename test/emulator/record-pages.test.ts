/**
 * Pages of all records of a dataset: complete, in order, and no larger than memory allows.
 * @covers Contract 4 downloadZip: annotations are read when they are written, a few images at a time
 */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { connectFirestore } from '../support/firestore.ts';

let firestore: Firestore;
let close: () => Promise<void>;
let pages: typeof import('../../functions/src/common/adapters/firestore/record-pages.ts');

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-record-pages'));
  pages = await import('../../functions/src/common/adapters/firestore/record-pages.ts');
});

afterAll(() => close());

/** @returns ids in the order of the database */
async function write(dataset: string, annotations: readonly number[]): Promise<string[]> {
  const owner = firestore.doc(`dataset/${dataset}`);
  const box = { type: 'rect', tag: owner.collection('tag').doc('good'), x: 0.1, y: 0.2, w: 0.3, h: 0.4 };
  const ids = annotations.map((_, at) => `${dataset}-${String(at).padStart(4, '0')}`);
  const batches = firestore.bulkWriter();
  for (const [at, count] of annotations.entries())
    void batches.set(firestore.doc(`image/${ids[at]}`), { dataset: owner, tags: Array(count).fill(box) });
  await batches.close();
  return ids;
}

async function read(dataset: string, fields: (keyof ImageRecord)[]): Promise<string[][]> {
  const all: string[][] = [];
  for await (const page of pages.recordsOfDataset(dataset, { fields })) all.push(page.map(({ id }) => id));
  return all;
}

test('records with many annotations come in smaller pages, and none is left out', async () => {
  const ids = await write('dense', [...Array(300).fill(100), ...Array(700).fill(0)]);
  const found = await read('dense', ['tags']);
  expect(found.flat()).toEqual(ids);
  // With 100 annotations in each, 200 records are 20,000. What a page has is known one page later.
  expect(found.map(({ length }) => length)).toEqual([100, 200, 200, 200, 300]);
});

test('records with few come in large ones, also where the last page is full', async () => {
  const ids = await write('sparse', Array(1300).fill(0));
  const found = await read('sparse', ['tags']);
  expect(found.flat()).toEqual(ids);
  expect(found.map(({ length }) => length)).toEqual([100, 1000, 200]);
});

test('records with many annotations are read by their ids in smaller parts', async () => {
  const ids = await write('picked', Array(300).fill(100));
  const { imageLists } = await import('../../functions/src/common/adapters/firestore/images/image-lists.ts');
  const getAll = jest.spyOn(Object.getPrototypeOf(firestore) as Firestore, 'getAll');
  const read = async (asked: string[], fields: (keyof ImageRecord)[], expected = ids) => {
    getAll.mockClear();
    const found: string[] = [];
    for await (const some of imageLists.byIds(asked, fields)) found.push(...some.map(({ id }) => id));
    expect(found).toEqual(expected);
    // The last argument names the fields.
    return getAll.mock.calls.map((given) => given.length - 1);
  };
  expect(await read(ids, ['uri', 'tags'])).toEqual([100, ...Array(8).fill(25)]);
  expect(await read(ids, ['uri'])).toEqual([300]);
  const unknown = ids.map((id) => `no-${id}`);
  expect(await read([...unknown, ...ids], ['tags'])).toEqual(Array(6).fill(100));
  // Parts follow what was read last: eight that are under way, and the next, were chosen before the first annotations came.
  const later = await write('later', [...Array(100).fill(0), ...Array(1000).fill(50)]);
  expect(await read(later, ['tags'], later)).toEqual([...Array(10).fill(100), ...Array(2).fill(50)]);
  // Eight parts are read ahead of a consumer, not all.
  getAll.mockClear();
  const long = imageLists.byIds([...ids, ...ids], ['tags'])[Symbol.asyncIterator]();
  await long.next();
  await long.next();
  expect(getAll).toHaveBeenCalledTimes(1 + 8);
  await long.return?.();
});
