/**
 * Pages that do not fit in memory are kept in the bucket until they are read (docs/operate/scale.md).
 * @covers Contract 4 pages that do not fit in memory
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PageStore } from '../../functions/src/dataset/page-store.ts';
import { LineSpool } from '../../functions/src/dataset/version/line-spool.ts';

const objects = new Map<string, Buffer>();
const bucket = {
  put: async (name: string, bytes: Buffer) => {
    objects.set(name, bytes);
    return true;
  },
  // In chunks that end anywhere.
  read: (name: string) =>
    Readable.from([objects.get(name)!.subarray(0, 1001), objects.get(name)!.subarray(1001)]),
  remove: async (name: string) => void objects.delete(name),
};

beforeEach(() => objects.clear());

/** 40 MB, of which 16 stay in memory. */
const pages = Array.from({ length: 40 }, (_, at) =>
  Buffer.concat([Buffer.from([at]), randomBytes(999_999 + at)]),
);

async function filled(store: PageStore): Promise<PageStore> {
  for (const page of pages) await store.add(page);
  return store;
}

async function read(store: PageStore, start?: number, end?: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const page of store.pages(start, end)) found.push(page);
  return found;
}

describe('pages come back in their order', () => {
  test('as often as needed, and only those that are wanted', async () => {
    const store = await filled(new PageStore('d', bucket));
    for (const [start, end] of [
      [0, undefined],
      [0, 40],
      [3, 4],
      [9, 31],
      [39, undefined],
      [40, undefined],
    ] as const)
      expect((await read(store, start, end)).map((page) => page[0])).toEqual(
        pages.slice(start, end).map((page) => page[0]),
      );
    expect(Buffer.concat(await read(store)).equals(Buffer.concat(pages))).toBe(true);
  });

  test('most of them from temporary objects, which are deleted at the end', async () => {
    const store = await filled(new PageStore('d', bucket));
    await read(store);
    const stored = [...objects.values()].reduce((sum, { length }) => sum + length, 0);
    expect(stored).toBeGreaterThan(15e6);
    // The bucket deletes what begins so after a day, if the process is killed.
    for (const name of objects.keys()) expect(name).toMatch(/^archive\/d\//);
    await store.remove();
    expect(objects.size).toBe(0);
  });

  test('few pages, and those without a bucket, make no object', async () => {
    const few = new PageStore('d', bucket);
    await few.add(pages[0]!);
    const kept = await filled(new PageStore('d', null));
    expect((await read(few)).length + (await read(kept)).length).toBe(41);
    await Promise.all([few.remove(), kept.remove()]);
    expect(objects.size).toBe(0);
  });
});

test('a page that could not be stored fails the work, and nothing is left', async () => {
  let calls = 0;
  const failing = {
    ...bucket,
    put: async (name: string, bytes: Buffer) => {
      calls += 1;
      if (calls > 2) throw new Error('no storage');
      return bucket.put(name, bytes);
    },
  };
  const store = new PageStore('d', failing);
  await expect(filled(store).then(() => read(store))).rejects.toThrow('no storage');
  await store.remove();
  expect(objects.size).toBe(0);
});

test('two runs of lines are merged from the bucket with their numbers', async () => {
  const store = new PageStore('d', bucket);
  const spool = new LineSpool(store);
  const ids = Array.from({ length: 60 }, (_, at) => String(at).padStart(2, '0'));
  const order = [...ids.filter((id) => Number(id) % 3 > 0), ...ids.filter((id) => Number(id) % 3 === 0)];
  const line = (id: string) => `${id}${'-'.repeat(10)}${randomBytes(600_000).toString('base64')}`;
  for (const id of order) await spool.add([[id, line(id)]]);
  const found: [number, string][] = [];
  for await (const page of spool.pages())
    for (const [number, text] of page) found.push([number, text.slice(0, 2)]);
  expect(objects.size).toBeGreaterThan(1);
  expect(found).toEqual(ids.map((id) => [order.indexOf(id), id]));
});
