/**
 * Contract 11: outlines of masks as polygons (YOLO). Filled again by the rules of two readers, they are the masks.
 * @covers Contract 11 outlines of masks: intersection over union, holes, pieces, limits
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EndlessOutline, MOST_EDGES, outlineOf } from '../../packages/formats/src/shape/outline.ts';
import type { Pixels } from '../../packages/formats/src/shape/pixels.ts';
import { thinned } from '../../packages/formats/src/shape/thin-outline.ts';
import { fillAsOpenCv, fillByMiddles, sharedPart } from '../readers/polygons.ts';

/** Rows of `#` and other characters. */
function drawn(...rows: string[]): Pixels {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  return { width, height, data: Uint8Array.from(rows.join(''), (each) => (each === '#' ? 255 : 0)) };
}

const painted = (width: number, height: number, isTag: (x: number, y: number) => boolean): Pixels => ({
  ...{ width, height },
  data: Uint8Array.from({ length: width * height }, (_, at) =>
    isTag(at % width, Math.floor(at / width)) ? 1 : 0,
  ),
});

const SHAPES: Record<string, Pixels> = {
  'one pixel': drawn('....', '.#..', '....'),
  'the whole image': drawn('###', '###'),
  'an image of one pixel': drawn('#'),
  'a thin line': drawn('........', '.######.', '........'),
  'a diagonal': drawn('#....', '.#...', '..#..', '...#.', '....#'),
  'a ring': drawn('.....', '.###.', '.#.#.', '.###.', '.....'),
  'a ring in a ring': drawn('#######', '#.....#', '#.###.#', '#.#.#.#', '#.###.#', '#.....#', '#######'),
  'two holes': drawn('#######', '#.##..#', '#######'),
  'a hole that touches a corner': drawn('####', '#.##', '##.#', '####'),
  pieces: drawn('##..##', '##..##', '......', '#....#'),
  'a piece in the lower left': drawn('....##', '....##', '#.....'),
  'a chessboard': painted(9, 7, (x, y) => (x + y) % 2 === 0),
  'a disc': painted(80, 60, (x, y) => Math.hypot(x - 40, y - 30) < 25),
  'a thick ring': painted(200, 200, (x, y) => Math.abs(Math.hypot(x - 100, y - 100) - 70) < 15),
};

test.each(Object.entries(SHAPES))('%s: each pixel comes back', async (_, mask) => {
  const polygon = outlineOf(mask) as number[];
  expect(polygon.length).toBeGreaterThanOrEqual(6);
  expect(sharedPart(mask, fillByMiddles(polygon, mask))).toBe(1);
});

test.each(['one pixel', 'a thin line', 'a diagonal', 'a ring', 'two holes', 'a disc', 'the whole image'])(
  '%s, as OpenCV fills it',
  async (shape) => {
    const mask = SHAPES[shape] as Pixels;
    expect(sharedPart(mask, fillAsOpenCv(outlineOf(mask) as number[], mask))).toBe(1);
  },
);

test('an empty mask has none', async () => {
  expect(outlineOf(drawn('..', '..'))).toBeNull();
});

test('straight edges need their ends alone', async () => {
  const polygon = outlineOf(painted(100, 100, (x, y) => x >= 20 && x < 70 && y >= 30 && y < 60));
  // Corners are cut off, between the middles of their edges.
  expect(polygon).toHaveLength(2 * 8);
});

test('a large piece with a hole has fewer than 1,000 points, and over 98 % of its pixels', async () => {
  const mask = painted(2000, 1600, (x, y) => Math.abs(Math.hypot(x - 1000, y - 800) - 500) < 250);
  const polygon = outlineOf(mask) as number[];
  expect(polygon.length / 2).toBeLessThan(1000);
  expect(sharedPart(mask, fillByMiddles(polygon, mask))).toBeGreaterThan(0.99);
  expect(sharedPart(mask, fillAsOpenCv(polygon, mask))).toBeGreaterThan(0.98);
});

/** Blobs with holes, lines and single pixels. */
const masks = fc
  .record({
    width: fc.integer({ min: 1, max: 60 }),
    height: fc.integer({ min: 1, max: 60 }),
    strokes: fc.array(
      fc.record({
        isHole: fc.boolean(),
        isLine: fc.boolean(),
        x: fc.integer({ min: -5, max: 65 }),
        y: fc.integer({ min: -5, max: 65 }),
        size: fc.double({ min: 0.3, max: 30, noNaN: true }),
        angle: fc.double({ min: 0, max: 3, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ width, height, strokes }) => {
    const covers = (at: (typeof strokes)[number], x: number, y: number) =>
      at.isLine
        ? Math.abs((x - at.x) * Math.sin(at.angle) - (y - at.y) * Math.cos(at.angle)) < 0.6
        : Math.hypot(x - at.x, y - at.y) < at.size;
    return painted(
      width,
      height,
      (x, y) => strokes.findLast((stroke) => covers(stroke, x, y))?.isHole === false,
    );
  });

describe('random masks', () => {
  test('come back to the pixel, written as a reader of 32 bits reads them', async () => {
    await fc.assert(
      fc.asyncProperty(masks, async (mask) => {
        const polygon = outlineOf(mask);
        if (polygon === null) return mask.data.every((value) => value === 0);
        const { width, height } = mask;
        const read = polygon.map((value, at) => {
          const size = at % 2 === 0 ? width : height;
          return Math.fround(Math.fround(Math.round((value / size) * 1e6) / 1e6) * size);
        });
        return sharedPart(mask, fillByMiddles(read, mask)) === 1;
      }),
      { numRuns: 300 },
    );
  });

  test('noise too', async () => {
    const noise = fc.uint8Array({ minLength: 400, maxLength: 400, max: 1 });
    await fc.assert(
      fc.asyncProperty(noise, async (data) => {
        const mask = { width: 20, height: 20, data };
        const polygon = outlineOf(mask);
        return polygon === null || sharedPart(mask, fillByMiddles(polygon, mask)) === 1;
      }),
      { numRuns: 200 },
    );
  });
});

test('a bridge between pieces is the shortest one', async () => {
  const mask = drawn('##......', '##......', '##..####', '........', '###.....');
  const filled = fillAsOpenCv(outlineOf(mask) as number[], mask);
  const added = [...filled].filter((value, at) => value !== 0 && mask.data[at] === 0).length;
  // Two pixels to the right, one below.
  expect(added).toBe(3);
});

test('an outline without end is refused', () => {
  const side = Math.ceil(Math.sqrt(MOST_EDGES));
  expect(() => outlineOf(painted(side, side, (x, y) => (x + y) % 2 === 0))).toThrow(EndlessOutline);
});

test('many pieces cost in proportion to their number once no bridges are compared', () => {
  const pieces = (count: number) => painted(2 * count, 1, (x) => x % 2 === 0);
  const cost = (count: number): number => {
    const before = process.cpuUsage();
    outlineOf(pieces(count));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  cost(6000);
  const few = cost(6000);
  const many = cost(24_000);
  // Four times as many pieces: sixteen times the work, if each is compared with all.
  expect(many / few).toBeLessThan(8);
});

test('thousands of pieces in a row need no stack', async () => {
  const mask = painted(20_000, 1, (x) => x % 2 === 0);
  expect(sharedPart(mask, fillByMiddles(outlineOf(mask) as number[], mask))).toBe(1);
});

test.each([
  ['a line', [0, 0, 1, 0, 2, 0, 3, 0, 3, 1], [], [0, 3, 4, 0]],
  ['what is kept', [0, 0, 1, 0, 2, 0, 3, 0, 3, 1], [1], [0, 1, 3, 4, 0]],
  ['a point that is off the line', [0, 0, 1, 0.5, 2, 0, 3, 1], [], [0, 1, 2, 3, 0]],
  ['points that are almost on the line', [0, 0, 1, 0.1, 2, -0.1, 3, 0, 3, 1], [], [0, 3, 4, 0]],
])('thinned: %s', (_, points, kept, stay) => {
  expect([...thinned(points as number[], new Set(kept as number[]))]).toEqual(stay);
});
