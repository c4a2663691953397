/** @covers Contract 4 crop windows */

import { describe, expect, test } from '@jest/globals';
import { cropWindow } from '../../functions/src/dataset/crops/crop-window.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { fc } from '../support/fast-check.ts';

const annotation = (type: Annotation['type'], x: number, y: number, w: number, h: number): Annotation => ({
  type,
  tag: 't',
  x,
  y,
  w,
  h,
  labeled: 'manual',
});

const cut = (type: Annotation['type'], x: number, y: number, w: number, h: number) => {
  const window = cropWindow(annotation(type, x, y, w, h), 1000, 500);
  return window && [window.left, window.top, window.width, window.height];
};

describe('Contract 4: the region of an annotation, in an image of 1,000 x 500', () => {
  test.each([
    ['a rect as given', 'rect', 0.1, 0.2, 0.3, 0.4, [100, 100, 300, 200]],
    ['a mask by its bounding box', 'mask', 0.1, 0.2, 0.3, 0.4, [100, 100, 300, 200]],
    ['the whole image', 'rect', 0, 0, 1, 1, [0, 0, 1000, 500]],
    ['edges go to the nearest pixel', 'rect', 0.1004, 0.2, 0.3002, 0.4, [100, 100, 301, 200]],
    ['a point in the middle of a tenth', 'point', 0.5, 0.5, 0, 0, [450, 225, 100, 50]],
    ["a point's own size does not count", 'point', 0.5, 0.5, 0.8, -1, [450, 225, 100, 50]],
    ['a point in the corner, cut to the image', 'point', 0, 1, 0, 0, [0, 475, 50, 25]],
    ['what stands out is cut off', 'rect', -0.1, 0.9, 0.3, 0.3, [0, 450, 200, 50]],
    ['larger than the image', 'rect', -1, -1, 3, 3, [0, 0, 1000, 500]],
    ['one pixel', 'rect', 0.5, 0.5, 0.001, 0.002, [500, 250, 1, 1]],
    ['thinner than a pixel: the one it is in', 'rect', 0.5002, 0.5002, 0.0001, 0.0001, [500, 250, 1, 1]],
    ['thinner than a pixel, at the end', 'rect', 0.99999, 0.99999, 1, 1, [999, 499, 1, 1]],
    ['no width', 'rect', 0.5, 0.5, 0, 0.1, null],
    ['no height', 'mask', 0.5, 0.5, 0.1, 0, null],
    ['a negative width', 'rect', 0.5, 0.5, -0.1, 0.1, null],
    ['no number', 'rect', Number.NaN, 0.5, 0.1, 0.1, null],
    ['infinite', 'rect', 0.5, 0.5, Number.POSITIVE_INFINITY, 0.1, [500, 250, 500, 50]],
    ['right of the image', 'rect', 1, 0, 0.5, 0.5, null],
    ['above the image', 'rect', 0, -0.5, 0.5, 0.5, null],
    ['a point far outside', 'point', 1.2, 0.5, 0, 0, null],
    ['a point just outside shows what is near', 'point', 1.02, 0.5, 0, 0, [970, 225, 30, 50]],
  ] as const)('%s', (_, type, x, y, w, h, window) => {
    expect(cut(type, x, y, w, h)).toEqual(window);
  });

  test('an image without pixels has no regions', () => {
    expect(cropWindow(annotation('rect', 0, 0, 1, 1), 0, 10)).toBeNull();
  });

  test('a box of whole pixels keeps its pixels', () => {
    const drawn = fc
      .tuple(fc.integer({ min: 1, max: 9000 }), fc.nat(), fc.nat())
      .map(([size, start, length]) => ({
        size,
        start: start % size,
        length: 1 + (length % (size - (start % size))),
      }));
    fc.assert(
      fc.property(drawn, ({ size, start, length }) => {
        const window = cropWindow(annotation('rect', start / size, 0, length / size, 1), size, 3);
        expect(window).toEqual({ left: start, top: 0, width: length, height: 3 });
      }),
    );
  });

  test('every region is entirely inside the image, and not empty', () => {
    const side = fc.double();
    const pixels = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(
        fc.constantFrom('rect' as const, 'point' as const),
        side,
        side,
        side,
        side,
        pixels,
        pixels,
        (type, x, y, w, h, width, height) => {
          const window = cropWindow(annotation(type, x, y, w, h), width, height);
          if (!window) return;
          expect(Object.values(window).every(Number.isInteger)).toBe(true);
          expect(Math.min(window.left, window.top)).toBeGreaterThanOrEqual(0);
          expect(Math.min(window.width, window.height)).toBeGreaterThanOrEqual(1);
          expect(window.left + window.width).toBeLessThanOrEqual(width);
          expect(window.top + window.height).toBeLessThanOrEqual(height);
        },
      ),
      { numRuns: 500 },
    );
  });
});
