/**
 * Masks on the screen: when they change, only the tiles that changed are painted again.
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bitmapOfPixels } from '../../web/src/pages/editor/mask/other-png.ts';
import {
  type Bitmap,
  emptyBitmap,
  isPainted,
  newTile,
  TILE,
} from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import { MaskPainter, type PaintedMask } from '../../web/src/pages/editor/mask/paint/painter.ts';
import { levelFor, writeTile } from '../../web/src/pages/editor/mask/tile-image.ts';
import { fc } from '../support/fast-check.ts';

/** A canvas that lists what is drawn on it and cleared of it, by the place's upper left corner. */
class FakeCanvas {
  readonly done: string[] = [];
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  getContext() {
    return {
      canvas: this,
      clearRect: (x: number, y: number) => this.done.push(`clear ${x} ${y}`),
      drawImage: (_: unknown, x: number, y: number) => this.done.push(`draw ${x} ${y}`),
      putImageData: () => {},
    };
  }
}

class FakePixels {
  readonly data: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

const before = { OffscreenCanvas: globalThis.OffscreenCanvas, ImageData: globalThis.ImageData };
beforeAll(() => {
  Object.assign(globalThis, { OffscreenCanvas: FakeCanvas, ImageData: FakePixels });
});
afterAll(() => {
  Object.assign(globalThis, before);
});

const SIDE = 3 * TILE;

/** A bitmap of 3 x 3 tiles, of which these exist. */
const bitmapOf = (...indices: number[]): Bitmap => ({
  width: SIDE,
  height: SIDE,
  tiles: new Map(indices.map((index) => [index, newTile()])),
});

const maskOf = (bitmap: Bitmap, fresh?: Set<number>): PaintedMask => ({
  id: 'one',
  bitmap,
  color: [0, 200, 0],
  ...(fresh && { fresh }),
});

/** @returns paints masks at 100 %, or moved by pixels, and says what was done on the canvas that is shown */
function openPainter() {
  const painter = new MaskPainter(Infinity);
  let shown: FakeCanvas | undefined;
  return (mask: PaintedMask, left = 0): string[] => {
    const context = {
      canvas: { width: SIDE, height: SIDE },
      getTransform: () => ({ a: 1, e: left, f: 0 }),
      save: () => {},
      restore: () => {},
      setTransform: () => {},
      drawImage: (canvas: FakeCanvas) => {
        shown = canvas;
      },
    };
    expect(painter.paint(context as unknown as CanvasRenderingContext2D, [mask], 0.5)).toBe(true);
    return shown?.done.splice(0) ?? [];
  };
}

test('what has not changed is not painted again; another view is painted as a whole', () => {
  const paint = openPainter();
  const bitmap = bitmapOf(0, 4);
  const whole = ['clear 0 0', 'draw 0 0', 'clear 256 256', 'draw 256 256'];
  expect(paint(maskOf(bitmap))).toEqual(whole);
  expect(paint(maskOf(bitmap))).toEqual([]);
  expect(paint(maskOf(bitmap), 10)).toContain('draw 266 256');
});

test('a tile that is another, changed in place, new or gone is painted, and no other one', () => {
  const paint = openPainter();
  const { tiles, ...size } = bitmapOf(0, 4);
  paint(maskOf({ ...size, tiles }));
  const other = { ...size, tiles: new Map([...tiles, [4, newTile()] as const]) };
  expect(paint(maskOf(other))).toEqual(['clear 256 256', 'draw 256 256']);
  expect(paint(maskOf(other, new Set([0])))).toEqual(['clear 0 0', 'draw 0 0']);
  const added = { ...size, tiles: new Map([...other.tiles, [8, newTile()] as const]) };
  expect(paint(maskOf(added))).toEqual(['clear 512 512', 'draw 512 512']);
  const gone = { ...size, tiles: new Map([...added.tiles].filter(([index]) => index !== 0)) };
  expect(paint(maskOf(gone))).toEqual(['clear 0 0']);
  expect(paint(maskOf(gone))).toEqual([]);
});

describe('a tile on the screen', () => {
  const random = fc
    .array(fc.record({ y: fc.nat(255), from: fc.nat(255), length: fc.integer({ min: 1, max: 200 }) }), {
      maxLength: 60,
    })
    .map((spans) => {
      const edit = new MaskEdit(emptyBitmap(TILE, TILE));
      for (const { y, from, length } of spans) edit.span(y, from, from + length, true);
      edit.end();
      return edit.bitmap;
    });

  test.each([0, 1, 2, 3, 4])('at level %i, opacity says how many pixels are painted', (level) => {
    const cases = fc.property(random, (bitmap) => {
      const [size, block] = [TILE >> level, 1 << level];
      const into = new Uint32Array(size * size).fill(7);
      const tile = bitmap.tiles.get(0) ?? new Uint32Array(2048);
      writeTile(tile, level, [1, 2, 3], into);
      const bytes = new Uint8Array(into.buffer);
      for (let at = 0; at < size * size; at += 61) {
        const [x, y] = [(at % size) * block, Math.floor(at / size) * block];
        let count = 0;
        for (let dy = 0; dy < block; dy += 1)
          for (let dx = 0; dx < block; dx += 1) count += Number(isPainted(bitmap, x + dx, y + dy));
        const alpha = Math.round((count * 255) / block ** 2);
        expect([...bytes.subarray(at * 4, at * 4 + 4)]).toEqual(
          count === 0 ? [0, 0, 0, 0] : [1, 2, 3, alpha],
        );
      }
    });
    fc.assert(cases, { numRuns: 5 });
  });

  test.each([
    [16, 0],
    [1, 0],
    [0.6, 0],
    [0.5, 1],
    [0.26, 1],
    [0.25, 2],
    [0.1, 3],
    [0.01, 4],
  ])('at a scale of %d it is drawn at level %i', (scale, level) => {
    expect(levelFor(scale)).toBe(level);
  });
});

test('a mask in colours and of half the size is stretched; what is black or transparent is not painted', () => {
  const data = Uint8Array.from(
    [
      [255, 0, 0, 255],
      [0, 0, 0, 255],
      [0, 9, 0, 0],
      [0, 0, 1, 255],
    ].flat(),
  );
  const mask = bitmapOfPixels({ width: 2, height: 2, data }, 4, 4);
  const shown = [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => Number(isPainted(mask, x, y))).join(''));
  expect(shown).toEqual(['1100', '1100', '0011', '0011']);
});
