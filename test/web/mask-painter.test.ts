/** When masks change, only the tiles that changed are painted again. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bitmap, newTile, TILE } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { MaskPainter, type PaintedMask } from '../../web/src/pages/editor/mask/paint/painter.ts';

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
  tag: 'good',
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
