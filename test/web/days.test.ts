/**
 * Images per day, from the counters of the timeline.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { expect, test } from '@jest/globals';
import type { TimelineGroup } from '../../web/src/data/records/timeline.ts';
import { daysOf, partsOf } from '../../web/src/pages/dataset/charts/days.ts';
import { fc } from '../support/fast-check.ts';

const group = (id: string, first: number, last: number, imageCounter: number): TimelineGroup => ({
  id,
  session: id,
  monitor: 'm',
  first,
  last,
  imageCounter,
});
const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();

test('days follow each other without a gap, also where the clock changes, and end with the newest image', () => {
  const moments = fc.integer({ min: 0, max: 2_000_000_000_000 });
  fc.assert(
    fc.property(moments, (last) => {
      const days = daysOf([group('a', last - 5, last, 1)]);
      expect(days.length).toBe(30);
      for (const [index, { from, to }] of days.entries()) {
        expect(new Date(from).getHours()).toBe(0);
        expect(days[index + 1]?.from ?? to + 1).toBe(to + 1);
      }
      const newest = days.at(-1) as { from: number; to: number };
      expect(newest.from <= last && last <= newest.to).toBe(true);
    }),
  );
});

test('sessions within a day are known; over midnight each of their days is counted', () => {
  const groups = [
    group('morning', at(30, 6), at(30, 9), 40),
    group('noon', at(30, 12), at(30, 13), 2),
    group('night', at(28, 22), at(30, 5), 70),
    group('long ago', at(1, 1) - 40 * 86_400_000, at(1, 2) - 40 * 86_400_000, 9),
  ];
  const days = daysOf(groups, 4);
  const { known, parts } = partsOf(groups, days);
  expect(known).toEqual([0, 0, 0, 42]);
  expect(parts).toEqual([1, 2, 3].map((day) => ({ group: 'night', day })));
});

test('without images there are no days', () => expect(daysOf([])).toEqual([]));
