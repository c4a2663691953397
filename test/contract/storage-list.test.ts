/** @covers Embedded Storage */
import type { GetFilesOptions } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bench, openBench } from './storage-client.ts';

const NAMES = ['a/1.jpg', 'a/2.jpg', 'a/b/3.jpg', 'a/c/4.jpg', 'b/5.jpg', 'top.jpg', '\uff5e', '🙂'];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await Promise.all(NAMES.map((name) => bench.bucket.file(name).save('x', { resumable: false })));
});
afterAll(() => bench.storage.close());

const list = async (options: GetFilesOptions) =>
  (await bench.bucket.getFiles(options))[0].map(({ name }) => name);

test('all names come in the order of their UTF-8 bytes', async () => {
  expect(await list({})).toEqual(NAMES);
});

test('a prefix limits the list', async () => {
  expect(await list({ prefix: 'a/' })).toEqual(NAMES.slice(0, 4));
  expect(await list({ prefix: 'none' })).toEqual([]);
});

test('a delimiter groups deeper names into prefixes', async () => {
  const [files, , answer] = await bench.bucket.getFiles({
    prefix: 'a/',
    delimiter: '/',
    autoPaginate: false,
  });
  expect(files.map(({ name }) => name)).toEqual(['a/1.jpg', 'a/2.jpg']);
  expect((answer as { prefixes: string[] }).prefixes).toEqual(['a/b/', 'a/c/']);
});

test('offsets limit the list, the end excluded', async () => {
  expect(await list({ startOffset: 'a/2.jpg', endOffset: 'b/5.jpg' })).toEqual(NAMES.slice(1, 4));
});

test.each([1, 2, 3, 8])('pages of %i give every name once', async (maxResults) => {
  const seen: string[] = [];
  let query: GetFilesOptions | null = { maxResults, autoPaginate: false };
  while (query) {
    const [files, next] = (await bench.bucket.getFiles(query)) as unknown as [
      { name: string }[],
      GetFilesOptions | null,
    ];
    expect(files.length).toBeLessThanOrEqual(maxResults);
    seen.push(...files.map(({ name }) => name));
    query = next;
  }
  expect(seen).toEqual(NAMES);
});

test('pages with a delimiter give every prefix once', async () => {
  const seen: string[] = [];
  let pageToken = '';
  do {
    const query = new URLSearchParams({ delimiter: '/', maxResults: '1', pageToken });
    const answer = await fetch(`${bench.origin}/storage/v1/b/pictures/o?${query}`);
    const page = (await answer.json()) as {
      items?: { name: string }[];
      prefixes?: string[];
      nextPageToken?: string;
    };
    seen.push(...(page.prefixes ?? []), ...(page.items ?? []).map(({ name }) => name));
    pageToken = page.nextPageToken ?? '';
  } while (pageToken);
  expect(seen).toEqual(['a/', 'b/', 'top.jpg', '\uff5e', '🙂']);
});

test('a deleted object is not listed', async () => {
  await bench.bucket.file('a/0.jpg').save('x', { resumable: false });
  expect(await list({ prefix: 'a/0' })).toEqual(['a/0.jpg']);
  await bench.bucket.file('a/0.jpg').delete();
  expect(await list({ prefix: 'a/0' })).toEqual([]);
});
