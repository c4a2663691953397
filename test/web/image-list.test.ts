/** @covers Contract 12: 10,000 images (LONG: 100,000): reads of opening, nodes, an honest scrollbar, flat memory; the wall with 8 cameras (LONG: 32): age, silence, growth, a hidden tab */
import { describe, expect, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import { ImageList } from '../../web/src/data/images/image-list.ts';
import { ListMemory } from '../../web/src/data/images/list-memory.ts';
import type { ListSource } from '../../web/src/data/images/list-source.ts';
import { fc } from '../support/fast-check.ts';

/** Images of a list, oldest first, each with its own date. */
const moments = fc
  .uniqueArray(fc.nat(1_000_000), { minLength: 1, maxLength: 1500 })
  .map((all) => all.toSorted((a, b) => a - b));

const imageAt = (date: number) => ({ id: String(date), date }) as ListedImage;

function sourceOf(all: readonly number[]) {
  let pages = 0;
  const source: ListSource = {
    async page({ after, to, limit }) {
      pages += 1;
      const newest = all
        .toReversed()
        .filter((date) => date < Number(after ?? Infinity) && date <= (to ?? Infinity));
      const images = newest.slice(0, limit).map(imageAt);
      return { images, next: newest.length > limit ? String(images.at(-1)?.date) : null };
    },
    countNewer: async (moment) => all.filter((date) => date > moment).length,
  };
  return { source, pages: () => pages };
}

const sizeOf = (all: readonly number[], count = all.length) => ({
  count,
  first: all[0] as number,
  last: all.at(-1) as number,
});

/** Reads resolve at once, so a few turns of the event loop are enough. */
const settled = async () => {
  for (let turn = 0; turn < 200; turn += 1) await null;
};

const expectPlaces = (list: ImageList, all: readonly number[], from: number, to: number) => {
  const newest = all.toReversed();
  for (let place = from; place < Math.min(to, all.length); place += 1)
    expect(list.at(place)?.id).toBe(String(newest[place]));
};

test('wherever one scrolls or jumps, each place shows the image that belongs there', async () => {
  await fc.assert(
    fc.asyncProperty(moments, fc.array(fc.nat(1500), { maxLength: 12 }), async (all, places) => {
      const { source } = sourceOf(all);
      const list = new ImageList(source, sizeOf(all));
      for (const wanted of [0, ...places]) {
        const from = Math.min(wanted, all.length - 1);
        list.want(from, from + 40);
        await settled();
        expectPlaces(list, all, from, from + 40);
      }
    }),
    { numRuns: 60 },
  );
});

test.each<[string, (at: number) => number]>([
  ['came in two bursts', (at) => (at < 2000 ? at * 10 : 90_000_000 + at * 10)],
  ['have one date', () => 7],
])('a jump arrives where images %s', async (_, dateOf) => {
  const newest = Array.from({ length: 4000 }, (_, at) => ({ id: `i${at}`, date: dateOf(at) })).toReversed();
  const source: ListSource = {
    async page({ after, to = Infinity, limit }) {
      const start = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
      const images = newest.slice(start).filter(({ date }) => date <= to);
      const next = images.length > limit ? (images[limit - 1]?.id ?? null) : null;
      return { images: images.slice(0, limit) as ListedImage[], next };
    },
    countNewer: async (moment) => newest.filter(({ date }) => date > moment).length,
  };
  const dates = newest.map(({ date }) => date);
  const list = new ImageList(source, {
    count: 4000,
    first: dates.at(-1) as number,
    last: dates[0] as number,
  });
  for (const place of [0, 1500, 3500, 700, 2600, 1800]) {
    list.want(place, place + 40);
    for (let turn = 0; turn < 20; turn += 1) await settled();
    for (let at = place; at < place + 40; at += 1) expect(list.at(at)?.id).toBe(newest[at]?.id);
  }
});

test.each<[string, { first: number; last: number }]>([
  ['later than all of them', { first: 2_000_000, last: 3_000_000 }],
  ['earlier than all of them', { first: -90_000_000, last: -80_000_000 }],
  ['much too far apart', { first: 0, last: 900_000_000 }],
  ['not known', { first: Number.NaN, last: Number.NaN }],
])('the dates of a filter are guessed %s: a jump arrives, with few requests', async (_, dates) => {
  const all = Array.from({ length: 3617 }, (_, at) => at * 500);
  const { source, pages } = sourceOf(all);
  const list = new ImageList(source, { count: all.length, ...dates });
  for (const from of [0, 3000, 1200, 3577, 800]) {
    list.want(from, from + 40);
    for (let turn = 0; turn < 20; turn += 1) await settled();
    expectPlaces(list, all, from, from + 40);
  }
  expect(pages()).toBeLessThan(100);
});

test('slightly wrong counters are corrected at the end of the list', async () => {
  const all = Array.from({ length: 150 }, (_, at) => at * 10);
  for (const count of [147, 150, 153]) {
    const list = new ImageList(sourceOf(all).source, sizeOf(all, count));
    for (let from = 0; from < 160; from += 20) {
      list.want(from, from + 20);
      await settled();
    }
    list.want(0, 160);
    await settled();
    expectPlaces(list, all, 0, 150);
  }
});

test('a jump into the middle loads one page, not all before it', async () => {
  const all = Array.from({ length: 20_000 }, (_, at) => at * 7);
  const { source, pages } = sourceOf(all);
  const list = new ImageList(source, sizeOf(all));
  list.want(10_000, 10_030);
  await settled();
  expectPlaces(list, all, 10_000, 10_030);
  expect(pages()).toBeLessThanOrEqual(2);
});

test('images far from the window are dropped: a bounded number is kept', async () => {
  const all = Array.from({ length: 5000 }, (_, at) => at);
  const list = new ImageList(sourceOf(all).source, sizeOf(all));
  for (let from = 0; from < 4900; from += 50) {
    list.want(from, from + 60);
    await settled();
    expectPlaces(list, all, from, from + 60);
    const known = list.store.get().ranges.all.reduce((sum, { items }) => sum + items.length, 0);
    expect(known).toBeLessThanOrEqual(600);
  }
});

test('a failed page is reported, and requested again with the next call', async () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  const { source } = sourceOf(all);
  let fails = true;
  const list = new ImageList(
    { ...source, page: (options) => (fails ? Promise.reject(new Error('away')) : source.page(options)) },
    sizeOf(all),
  );
  list.want(0, 20);
  await settled();
  expect(list.store.get().error?.message).toBe('away');
  fails = false;
  list.want(0, 20);
  await settled();
  expect(list.store.get().error).toBeNull();
  expectPlaces(list, all, 0, 20);
});

test('a removed image moves the newer ones down', async () => {
  const all = Array.from({ length: 30 }, (_, at) => at);
  const list = new ImageList(sourceOf(all).source, sizeOf(all));
  list.want(0, 30);
  await settled();
  list.update(new Map([['10', null]]));
  list.resize({ count: 29, first: 0, last: 29 });
  expectPlaces(
    list,
    all.filter((date) => date !== 10),
    0,
    29,
  );
});

test('of many lists, those in sight are known and those of long ago are forgotten, and come back when they are wanted', async () => {
  const lists = Array.from({ length: 40 }, (_, at) => {
    const all = Array.from({ length: 50 }, (_moment, index) => at * 1000 + index);
    return { all, list: new ImageList(sourceOf(all).source, sizeOf(all)) };
  });
  const memory = new ListMemory(200);
  const look = async ({ list, all }: (typeof lists)[number]) => {
    memory.want(list, 0, 50);
    await settled();
    expectPlaces(list, all, 0, 50);
  };
  for (const each of lists) await look(each);
  const known = () => lists.reduce((total, { list }) => total + list.known, 0);
  expect(known()).toBeLessThanOrEqual(300);
  expect(lists.at(-1)?.list.known).toBe(50);
  expect(lists[0]?.list.known).toBe(0);
  for (const each of lists.toReversed()) await look(each);
  expect(known()).toBeLessThanOrEqual(300);
});

const steps = (count: number) => Array.from({ length: count }, (_, at) => at * 10);

describe('a list that grows, and whose count is published late', () => {
  /** The list as it is, of which the first images are counted. */
  const published = (all: readonly number[], count: number) => sizeOf(all.slice(0, count));

  async function see(list: ImageList, from: number, to: number): Promise<void> {
    list.want(from, to);
    await settled();
  }

  test.each([
    [320, 300, 330],
    [60, 57, 62],
  ])('of %i images %i were counted, then %i: none is lost', async (length, before, after) => {
    const all = steps(length);
    const { source, pages } = sourceOf(all);
    const list = new ImageList(source, published(all, before));
    for (let from = 0; from < before; from += 40) await see(list, from, Math.min(before, from + 40));
    await see(list, 0, 40);
    expectPlaces(list, all, 0, 40);
    while (all.length < after + 20) all.push(all.length * 10);
    list.resize(published(all, after));
    await see(list, 0, 40);
    expectPlaces(list, all, 0, 40);
    const read = pages();
    await see(list, 0, 40);
    expect(pages()).toBe(read);
    list.resize(published(all, all.length));
    for (let from = 0; from < all.length; from += 40) {
      await see(list, from, Math.min(all.length, from + 40));
      expectPlaces(list, all, from, from + 40);
    }
  });

  test('while it grows, one scrolls: in the end all are in their places, and nothing is requested again', async () => {
    const moves = fc.array(fc.record({ place: fc.nat(130), arrive: fc.nat(5), late: fc.nat(40) }), {
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 900 }), moves, async (length, all) => {
        await growing(length, all);
      }),
      { numRuns: 60 },
    );
  });

  async function growing(
    length: number,
    moves: readonly { place: number; arrive: number; late: number }[],
  ): Promise<void> {
    const all = steps(length);
    const { source, pages } = sourceOf(all);
    let arrive = 0;
    const page: ListSource['page'] = (options) => {
      for (let count = 0; count < arrive; count += 1) all.push(all.length * 10);
      return source.page(options);
    };
    let count = Math.max(1, length - 20);
    const list = new ImageList({ ...source, page }, published(all, count));
    for (const move of moves) {
      arrive = move.arrive;
      await see(list, Math.min(move.place, count - 1), Math.min(move.place + 40, count));
      count = Math.max(count, all.length - move.late);
      list.resize(published(all, count));
    }
    arrive = 0;
    list.resize(published(all, all.length));
    for (let from = 0; from < all.length; from += 60) await see(list, from, from + 60);
    await see(list, 0, 60);
    expectPlaces(list, all, 0, 60);
    const read = pages();
    await see(list, 0, 60);
    expect(pages()).toBe(read);
    for (let from = 0; from < all.length; from += 60) {
      await see(list, from, from + 60);
      expectPlaces(list, all, from, from + 60);
    }
  }

  test('an image that comes back from the trash is shown at once, and in its place', async () => {
    const all = steps(100);
    const list = new ImageList(sourceOf(all).source, sizeOf(all));
    await see(list, 0, 100);
    list.update(new Map([['200', null]]));
    expect(list.at(99)).toBeUndefined();
    list.update(new Map([['200', imageAt(200)]]));
    await settled();
    expectPlaces(list, all, 0, 100);
  });

  test.each([
    ['removed', 100, 90],
    ['restored', 90, 100],
  ])(
    'images that others have %s change the places when their number is published',
    async (_, before, after) => {
      const [most, least] = [steps(100), steps(100).filter((__, at) => at < 30 || at >= 40)];
      const listed = [...(before === 100 ? most : least)];
      const list = new ImageList(sourceOf(listed).source, sizeOf(listed));
      await see(list, 0, before);
      listed.splice(0, before, ...(after === 100 ? most : least));
      list.resize(sizeOf(listed));
      await see(list, 0, after);
      expectPlaces(list, listed, 0, after);
    },
  );
});
