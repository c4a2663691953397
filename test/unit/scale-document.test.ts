/**
 * @covers Spec 4.1, Contract 4 counters: one publication a second by one process of all; with 100 cameras at most 10 reads a second; a thousand parts are summed
 * @covers docs/operate/scale.md is what its script writes
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { CASES, type Counts, type Prices, readCounts, readPrices } from '../bench/scale/figures.ts';
import { limitsOf } from '../bench/scale/limits.ts';
import { costOfMonth, costOfRoute, total, unavoidable } from '../bench/scale/month.ts';
import { drawBars, short } from '../bench/scale/plot.ts';
import { simulateParts } from '../bench/scale/simulate-parts.ts';
import { simulatePublishing } from '../bench/scale/simulate-publishing.ts';
import { renderAll } from '../bench/scale/write.ts';

test('docs/operate/scale.md and its plots are what npm run scale writes', async () => {
  for (const [path, content] of renderAll()) {
    expect({ [basename(path)]: await readFile(path, 'utf8') }).toEqual({ [basename(path)]: content });
  }
});

test('all indexes of an image are counted', async () => {
  const { indexes } = JSON.parse(await readFile('rules/firestore.indexes.json', 'utf8')) as {
    indexes: { collectionGroup: string }[];
  };
  const ofImages = indexes.filter(({ collectionGroup }) => collectionGroup === 'image');
  expect(readCounts().record.indexes).toBe(ofImages.length);
});

test('a month follows the counts and the prices', () => {
  const [counts, prices] = [readCounts(), readPrices()];
  const cost = costOfMonth(counts, prices, 100);
  const dearer: Prices = structuredClone(prices);
  (dearer.prices.firestoreWrite as { usd: number }).usd *= 2;
  expect(costOfMonth(counts, dearer, 100)['Firestore writes']).toBeCloseTo(2 * cost['Firestore writes'], 6);
  const busier: Counts = structuredClone(counts);
  for (const fleet of busier.fleets) fleet.reads *= 3;
  expect(costOfMonth(busier, prices, 100)['Firestore reads']).toBeCloseTo(3 * cost['Firestore reads'], 6);
  expect(total(cost)).toBeGreaterThan(total(costOfMonth(counts, prices, 1)));
});

test('a camera costs at most a quarter more than what no design can avoid', () => {
  const [counts, prices] = [readCounts(), readPrices()];
  for (const cameras of CASES) {
    const least = unavoidable(prices, cameras);
    expect(total(costOfMonth(counts, prices, cameras))).toBeGreaterThan(least);
    expect(total(costOfMonth(counts, prices, cameras)) / least).toBeLessThanOrEqual(1.25);
  }
});

test('Firestore at list prices: a million reads 0.30, a million writes 0.90', () => {
  const counts = {
    routes: [{ route: 'x', images: 1, reads: 1, writes: 1, deletes: 0, classA: 0, classB: 0 }],
  };
  expect(costOfRoute(counts as unknown as Counts, readPrices(), 'x', 1e6)).toBeCloseTo(1.2, 6);
});

test('limits are sorted by when they are reached', () => {
  const cameras = limitsOf(readCounts()).map((each) => each.cameras);
  expect(cameras).toEqual([...cameras].sort((a, b) => a - b));
  expect(cameras.every((each) => each > 1)).toBe(true);
});

test('at any rate no counter part is written more than once in a second', () => {
  const loads = [5, 500, 5000].map((rate) => simulateParts(rate, 5));
  expect(loads.map(({ hottest }) => hottest)).toEqual([1, 1, 1]);
  // Frames that arrive together share a commit.
  const [one, , many] = loads as [(typeof loads)[0], (typeof loads)[0], (typeof loads)[0]];
  expect(many.framesPerCommit).toBeGreaterThan(one.framesPerCommit);
  // A part for each instance.
  expect([one.parts, many.parts]).toEqual([one.instances + 1, many.instances + 1]);
});

test('up to 100 cameras on one dataset cost few reads, however many processes take turns, and wait eight seconds at most', () => {
  for (const instances of [1, 2, 7]) {
    const { mostReadsPerSecond, every, longest } = simulatePublishing(instances);
    expect(mostReadsPerSecond).toBeLessThanOrEqual(10);
    expect(every).toBeLessThanOrEqual(4.2);
    expect(longest).toBeLessThanOrEqual(8);
  }
});

test('plots abbreviate large figures, and escape text', () => {
  expect([0.5, 12, 999, 1000, 1500, 131e9].map(short)).toEqual([
    '0.5',
    '12',
    '1000',
    '1 k',
    '1.5 k',
    '130 G',
  ]);
  const plot = drawBars({ title: 't', parts: ['a'], bars: [{ name: 'a < b & c', values: [1], label: '1' }] });
  expect(plot).toContain('a &lt; b &amp; c');
});
