/**
 * Records of `npm run bench -- exports`, which are made when they are read: paging and parts rely on their order.
 * @covers The benchmark of exports: its records
 */
import { expect, test } from '@jest/globals';
import { idAt, pagesOf, placeOf } from '../bench/made-records.ts';

test('ids rise, and say their place', () => {
  for (const images of [1, 7, 3000, 1_000_000]) {
    const places = Array.from({ length: 500 }, (_, at) => Math.floor((at * images) / 500));
    for (const at of places) expect(placeOf(idAt(at, images), images)).toBe(at);
    const ids = [...new Set(places)].map((at) => idAt(at, images));
    expect(ids).toEqual([...ids].sort());
  }
});

test('parts have the records of the whole, each once', async () => {
  const read = async (from: number, to: number) => {
    const pages = [];
    for await (const page of pagesOf({ from, to }, 2500, 'd')) pages.push(...page);
    return pages;
  };
  expect([...(await read(0, 1250)), ...(await read(1250, 2500))]).toEqual(await read(0, 2500));
});
