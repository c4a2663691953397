/** @covers Contract 12: 10,000 images (LONG: 100,000): reads of opening, nodes, an honest scrollbar, flat memory; the wall with 8 cameras (LONG: 32): age, silence, growth, a hidden tab */
import { expect, test } from '@jest/globals';
import {
  type Grid,
  layOut,
  neighbour,
  placeOf,
  type Section,
  visibleIn,
} from '../../web/src/pages/dataset/timeline-layout.ts';
import { fc } from '../support/fast-check.ts';

const GRID: Grid = { width: 1000, preferredTile: 180, ratio: 4 / 3, gap: 4, header: 40, footer: 16 };

const groups = fc.array(fc.record({ id: fc.uuid(), count: fc.integer({ min: 0, max: 400 }) }), {
  maxLength: 12,
});
const grids = fc.record({ ...constants(GRID), width: fc.integer({ min: 200, max: 2400 }) });

function constants(grid: Grid) {
  return Object.fromEntries(Object.entries(grid).map(([name, value]) => [name, fc.constant(value)])) as {
    [Name in keyof Grid]: fc.Arbitrary<number>;
  };
}

test('rows are full: tiles and gaps take the whole width', () => {
  fc.assert(
    fc.property(groups, grids, (sizes, grid) => {
      const { columns, tileWidth } = layOut(sizes, grid);
      expect(columns * tileWidth + (columns - 1) * grid.gap).toBeCloseTo(grid.width, 6);
    }),
  );
});

test('every image stands inside its section, and none overlaps another', () => {
  fc.assert(
    fc.property(groups, grids, (sizes, grid) => {
      const layout = layOut(sizes, grid);
      const places = new Set<string>();
      for (const section of layout.sections)
        for (let index = 0; index < section.count; index += 1) {
          const place = placeOf(layout, section, index);
          expect(place.top).toBeGreaterThanOrEqual(section.top + grid.header);
          expect(place.top + place.height).toBeLessThanOrEqual(section.top + section.height - grid.footer);
          places.add(`${place.left} ${place.top}`);
        }
      expect(places.size).toBe(sizes.reduce((sum, { count }) => sum + count, 0));
    }),
    { numRuns: 40 },
  );
});

test('what is said to be visible is exactly what meets the window', () => {
  fc.assert(
    fc.property(groups, grids, fc.double({ min: 0, max: 1, noNaN: true }), (sizes, grid, share) => {
      const layout = layOut(sizes, grid);
      const top = layout.height * share;
      const bottom = top + 700;
      const said = new Set(
        visibleIn(layout, top, bottom).flatMap(({ section, from, to }) =>
          Array.from({ length: to - from }, (_, at) => section.first + from + at),
        ),
      );
      for (const section of layout.sections)
        for (let index = 0; index < section.count; index += 1) {
          const place = placeOf(layout, section, index);
          const meets = place.top < bottom && place.top + place.height > top;
          if (meets) expect(said).toContain(section.first + index);
        }
      // At most one more row on each side.
      expect(said.size).toBeLessThanOrEqual(layout.columns * (Math.ceil(700 / layout.tileHeight) + 3) * 2);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['right', 0, 1],
  ['left', 0, 0],
  ['down', 1, 6],
  ['up', 6, 1],
  // 7 images in 5 columns: the second row ends after two.
  ['down', 4, 6],
  ['down', 6, 8],
  ['up', 8, 6],
  ['up', 11, 6],
  ['down', 9, 9],
  ['right', 11, 11],
] as const)('%s of image %i is image %i', (step, at, expected) => {
  const layout = layOut(
    [
      { id: 'a', count: 7 },
      { id: 'empty', count: 0 },
      { id: 'b', count: 5 },
    ],
    { ...GRID, width: 916 },
  );
  expect(layout.columns).toBe(5);
  expect(neighbour(layout, at, step)).toBe(expected);
});

test('an empty timeline has no height and shows nothing', () => {
  const layout = layOut([], GRID);
  expect([layout.height, visibleIn(layout, 0, 500)]).toEqual([0, []]);
});

test('a section above the window is not shown', () => {
  const layout = layOut(
    [
      { id: 'a', count: 1000 },
      { id: 'b', count: 5 },
    ],
    GRID,
  );
  const second = layout.sections[1] as Section;
  expect(visibleIn(layout, second.top + 1, second.top + 100).map(({ section }) => section.id)).toEqual(['b']);
});

test('groups that are not known take the height that as many known images take, and their places reach to the end of it', () => {
  const known = Array.from({ length: 60 }, (_, at) => ({ id: `g${at}`, count: 33 }));
  const all = layOut(
    Array.from({ length: 300 }, (_, at) => ({ id: `g${at}`, count: 33 })),
    GRID,
  );
  const guessed = layOut([...known, { id: 'older', count: 240 * 33, isGuess: true }], GRID);
  expect(guessed.height).toBeCloseTo(all.height, -1);
  const older = guessed.sections.at(-1) as Section;
  const last = placeOf(guessed, older, older.count - 1);
  expect(last.top + last.height).toBeLessThanOrEqual(guessed.height);
  const end = visibleIn(guessed, guessed.height - 400, guessed.height).at(-1);
  expect(end?.to).toBe(older.count);
  expect(end?.from).toBeLessThan(older.count);
});
