/**
 * Paints masks: each tile is drawn once on a small canvas, which is kept until the tile changes. All tiles are combined on a
 * canvas of the screen's size, where a stroke redraws only those that it touches.
 */

import { levelFor, type Rgb, writeTile } from '../tile-image.ts';
import { type Bitmap, columnsOf, TILE, type Tile } from './bitmap.ts';

export interface PaintedMask {
  id: string;
  bitmap: Bitmap;
  color: Rgb;
  /** Tiles that were changed in place since the last paint. */
  fresh?: ReadonlySet<number>;
}

interface Kept {
  tile: Tile;
  level: number;
  color: Rgb;
  canvas: OffscreenCanvas;
}

type Size = Pick<Bitmap, 'width' | 'height'>;

/** In device pixels of the screen. */
interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Bytes of kept canvases. Those that were not painted for longest are dropped first. */
const MAX_BYTES = 96 * 1024 ** 2;
/** Milliseconds of a frame for painting; the rest is for input. */
const BUDGET = 6;

export class MaskPainter {
  /** By index and id; the last painted ones are at the end. */
  readonly #kept = new Map<string, Kept>();
  readonly #pixels = new Map<number, ImageData>();
  readonly #budget: number;
  /** As large as the editor's canvas, in device pixels. */
  #screen: OffscreenCanvasRenderingContext2D | null = null;
  /** What `#screen` was painted for: view, opacity, masks and their colours. */
  #key = '';
  /** The tiles of each mask that are on `#screen`, by index. */
  readonly #shown = new Map<number, readonly (Tile | undefined)[]>();

  /** @param budget milliseconds of a frame for tiles that are new on the screen. Tiles of the current stroke never wait */
  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /**
   * @param context scaled and moved to pixels of the image
   * @param masks all of the same size
   * @returns whether all is painted; if not, it must be called again in the next frame
   */
  paint(context: CanvasRenderingContext2D, masks: readonly PaintedMask[], opacity: number): boolean {
    const { a: scale, e: left, f: top } = context.getTransform();
    const { width, height } = context.canvas;
    const [first] = masks;
    if (!first) return true;
    const colors = masks.map(({ id, color }) => `${id} ${color}`);
    const screen = this.#screenFor(
      [scale, left, top, width, height, opacity, ...colors].join(),
      context.canvas,
    );
    screen.globalAlpha = opacity;
    screen.imageSmoothingEnabled = scale < 1;
    const until = performance.now() + this.#budget;
    let isWhole = true;
    for (const index of this.#changed(masks)) {
      const place = placeOf(index, first.bitmap, { scale, left, top }, context.canvas);
      const isThere =
        !place || this.#putTiles(screen, masks, index, { place, level: levelFor(scale), until });
      if (isThere) this.#shown.set(index, tilesAt(masks, index));
      else isWhole = false;
    }
    this.#dropOldest();
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(screen.canvas, 0, 0);
    context.restore();
    return isWhole;
  }

  /** Returns a cleared canvas if anything except tiles has changed. */
  #screenFor(key: string, { width, height }: Size): OffscreenCanvasRenderingContext2D {
    if (this.#screen && this.#key === key) return this.#screen;
    this.#key = key;
    this.#shown.clear();
    const isSame = this.#screen?.canvas.width === width && this.#screen.canvas.height === height;
    if (this.#screen && isSame) this.#screen.clearRect(0, 0, width, height);
    else this.#screen = new OffscreenCanvas(width, height).getContext('2d');
    if (!this.#screen) throw new Error('This browser has no memory left for a canvas.');
    return this.#screen;
  }

  /** Indices of tiles that are not up to date on the screen. */
  #changed(masks: readonly PaintedMask[]): number[] {
    const all = new Set(this.#shown.keys());
    for (const { bitmap } of masks) for (const index of bitmap.tiles.keys()) all.add(index);
    return [...all].filter((index) => {
      const shown = this.#shown.get(index);
      return masks.some(
        ({ bitmap, fresh }, at) => shown?.[at] !== bitmap.tiles.get(index) || !shown || fresh?.has(index),
      );
    });
  }

  /** @returns whether all are up to date. A tile that is late is shown as it was before, so that nothing flickers */
  #putTiles(
    screen: OffscreenCanvasRenderingContext2D,
    masks: readonly PaintedMask[],
    index: number,
    { place: { x, y, w, h }, level, until }: { place: Place; level: number; until: number },
  ): boolean {
    let isThere = true;
    screen.clearRect(x, y, w, h);
    for (const mask of masks) {
      const tile = mask.bitmap.tiles.get(index);
      const kept = tile && this.#canvasOf(mask, index, tile, level, until);
      if (tile && kept?.isLate !== false) isThere = false;
      // At whole device pixels, so that tiles neither overlap nor leave a gap.
      if (kept) screen.drawImage(kept.canvas, x, y, w, h);
    }
    return isThere;
  }

  close(): void {
    this.#kept.clear();
    this.#pixels.clear();
    this.#shown.clear();
    this.#screen = null;
  }

  #canvasOf(mask: PaintedMask, index: number, tile: Tile, level: number, until: number) {
    const name = `${index} ${mask.id}`;
    const kept = this.#kept.get(name);
    const isFresh = mask.fresh?.has(index) === true;
    const isSame = kept?.tile === tile && kept.color === mask.color && !isFresh;
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
    }
    if (isSame && kept.level === level) return { canvas: kept.canvas, isLate: false };
    if (!isFresh && performance.now() > until) return kept ? { canvas: kept.canvas, isLate: true } : null;
    const canvas = this.#draw(tile, level, mask.color, kept?.level === level ? kept.canvas : undefined);
    this.#kept.delete(name);
    this.#kept.set(name, { tile, level, color: mask.color, canvas });
    return { canvas, isLate: false };
  }

  #draw(tile: Tile, level: number, color: Rgb, reused: OffscreenCanvas | undefined): OffscreenCanvas {
    const size = TILE >> level;
    const pixels = this.#pixels.get(level) ?? new ImageData(size, size);
    this.#pixels.set(level, pixels);
    writeTile(tile, level, color, new Uint32Array(pixels.data.buffer));
    const canvas = reused ?? new OffscreenCanvas(size, size);
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
    return canvas;
  }

  #dropOldest(): void {
    let bytes = 0;
    for (const { canvas } of this.#kept.values()) bytes += canvas.width * canvas.height * 4;
    for (const [name, { canvas }] of this.#kept) {
      if (bytes <= MAX_BYTES) break;
      bytes -= canvas.width * canvas.height * 4;
      this.#kept.delete(name);
    }
  }
}

const tilesAt = (masks: readonly PaintedMask[], index: number): (Tile | undefined)[] =>
  masks.map(({ bitmap }) => bitmap.tiles.get(index));

/** Position of a tile on the screen; null if it is not visible. */
function placeOf(
  index: number,
  bitmap: Bitmap,
  { scale, left, top }: { scale: number; left: number; top: number },
  { width, height }: Size,
): Place | null {
  const columns = columnsOf(bitmap);
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const x = Math.round(left + column * TILE * scale);
  const y = Math.round(top + row * TILE * scale);
  const w = Math.round(left + (column + 1) * TILE * scale) - x;
  const h = Math.round(top + (row + 1) * TILE * scale) - y;
  return x + w <= 0 || y + h <= 0 || x >= width || y >= height ? null : { x, y, w, h };
}
