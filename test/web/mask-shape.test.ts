/** @covers Contract 14 runs in the console: masks of predictions are drawn where they are */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pathOf } from '../../web/src/pages/judging/mask-shape.ts';
import { rleOf } from '../support/rle-of.ts';

/** Pixels of the pieces of a path. */
function painted(path: string): Set<string> {
  const pixels = new Set<string>();
  for (const [, ...numbers] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    for (let column = x; column < x + width; column += 1)
      for (let row = y; row < y + height; row += 1) pixels.add(`${column} ${row}`);
  }
  return pixels;
}

test('a small mask has its pixels, and no others', () => {
  const side = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(side, side, fc.infiniteStream(fc.boolean()), (height, width, bits) => {
      const inside = new Set<string>();
      const rle = rleOf(
        (x, y) => {
          const is = bits.next().value as boolean;
          if (is) inside.add(`${x} ${y}`);
          return is;
        },
        { width, height },
      );
      const path = pathOf(rle);
      expect(path === null).toBe(inside.size === 0);
      expect(painted(path ?? '')).toEqual(inside);
    }),
  );
});

test('a large one is as good as a thumbnail, in a few hundred pieces', () => {
  const size = { width: 1900, height: 900 };
  const isInside = (x: number, y: number) => Math.hypot(x - 900, y - 400) < 300;
  const path = pathOf(rleOf(isInside, size)) ?? '';
  const pixels = painted(path);
  let both = 0;
  let any = pixels.size;
  for (let x = 0; x < size.width; x += 1)
    for (let y = 0; y < size.height; y += 1)
      if (isInside(x, y)) {
        if (pixels.has(`${x} ${y}`)) both += 1;
        else any += 1;
      }
  expect(both / any).toBeGreaterThan(0.97);
  expect(path.split('z').length).toBeLessThan(300);
});

test.each([
  ['damaged', 'zzzz~'],
  ['larger than the image', rleOf(() => true, { width: 9, height: 9 }).counts],
  ['empty', rleOf(() => false, { width: 4, height: 4 }).counts],
])('a mask that is %s is not drawn', (_, counts) => {
  expect(pathOf({ counts, size: [4, 4] })).toBeNull();
});
