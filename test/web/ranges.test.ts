/** @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes */
import { expect, test } from '@jest/globals';
import { Ranges } from '../../web/src/data/images/ranges/ranges.ts';
import { fc } from '../support/fast-check.ts';

const identify = (item: number) => String(item);
/** Item n is at position n. */
const piece = (start: number, count: number) => ({
  start,
  items: Array.from({ length: count }, (_, index) => start + index),
});
const pieces = fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 40 })), { maxLength: 20 });

test('whatever was added is found at its number, and nothing else is', () => {
  fc.assert(
    fc.property(pieces, (added) => {
      const known = new Set<number>();
      let ranges = new Ranges<number>(identify);
      for (const [start, count] of added) {
        ranges = ranges.with(piece(start, count));
        for (let at = start; at < start + count; at += 1) known.add(at);
      }
      for (let at = 0; at < 260; at += 1) expect(ranges.at(at)).toBe(known.has(at) ? at : undefined);
    }),
  );
});

test('pieces that touch become one', () => {
  const ranges = new Ranges<number>(identify).with(piece(0, 10)).with(piece(20, 10)).with(piece(10, 10));
  expect(ranges.all.map(({ start, items }) => [start, items.length])).toEqual([[0, 30]]);
});

test('neighbours of a hole', () => {
  const ranges = new Ranges<number>(identify).with(piece(0, 10)).with(piece(20, 10));
  expect([ranges.below(15)?.start, ranges.above(15)?.start, ranges.rangeOf(15)]).toEqual([0, 20, undefined]);
});

test('an item that stands twice in a piece keeps its first place', () => {
  const ranges = new Ranges<number>(identify)
    .with({ start: 0, items: [1, 2, 3] })
    .with({ start: 3, items: [3, 4] });
  expect(ranges.all).toEqual([{ start: 0, items: [1, 2, 3, 4] }]);
});

test('an item taken out lets the newer ones move down', () => {
  const ranges = new Ranges<number>(identify)
    .with(piece(0, 5))
    .map((item) => (item === 2 ? null : item * 10));
  expect(ranges.all).toEqual([{ start: 0, items: [0, 10, 30, 40] }]);
});

test('only what is near stays when too much is known', () => {
  fc.assert(
    fc.property(pieces, fc.nat(240), fc.integer({ min: 2, max: 60 }), (added, centre, most) => {
      const all = added.reduce(
        (ranges, [start, count]) => ranges.with(piece(start, count)),
        new Ranges<number>(identify),
      );
      const near = all.near(centre, most);
      const count = near.all.reduce((sum, { items }) => sum + items.length, 0);
      const before = all.all.reduce((sum, { items }) => sum + items.length, 0);
      if (before > most) expect(count).toBeLessThanOrEqual(most);
      for (const { start, items } of near.all) expect(items[0]).toBe(start);
    }),
  );
});
