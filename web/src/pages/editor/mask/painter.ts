/** Paints masks: each tile is drawn once on a small canvas and kept until it changes. */
import { type Bitmap, columnsOf, TILE, type Tile } from './bitmap.ts';
import { levelFor, type Rgb, writeTile } from './tile-image.ts';

export interface PaintedMask {
  tag: string;
  bitmap: Bitmap;
  color: Rgb;
  /** Tiles that were changed in place since they were painted last. */
  fresh?: ReadonlySet<number>;
}

interface Kept {
  tile: Tile;
  level: number;
  color: Rgb;
  canvas: OffscreenCanvas;
}

/** Bytes of kept canvases; what is out of sight goes first. */
const MOST_BYTES = 96 * 1024 ** 2;
/** Of a page that is drawn on; the rest of the frame is for the hands. */
const BUDGET = 6;

export class MaskPainter {
  /** By tag and index, those painted last at the end. */
  readonly #kept = new Map<string, Kept>();
  readonly #pixels = new Map<number, ImageData>();
  readonly #budget: number;

  /** @param budget milliseconds of a frame for tiles that have not changed, only come into sight or to another scale */
  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /**
   * @param context scaled and moved to pixels of the picture
   * @returns whether all is there; else it has to be called again in the next frame
   */
  paint(context: CanvasRenderingContext2D, masks: readonly PaintedMask[], opacity: number): boolean {
    const { a: scale, e: left, f: top } = context.getTransform();
    const until = performance.now() + this.#budget;
    let isWhole = true;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = opacity;
    context.imageSmoothingEnabled = scale < 1;
    for (const mask of masks)
      for (const [index, tile] of mask.bitmap.tiles) {
        const place = placeOf(index, mask.bitmap, { scale, left, top }, context.canvas);
        if (!place) continue;
        const kept = this.#canvasOf(mask, index, tile, levelFor(scale), until);
        if (kept?.isLate !== false) isWhole = false;
        // At whole pixels of the screen: tiles neither overlap nor leave a line between them.
        if (kept) context.drawImage(kept.canvas, place.x, place.y, place.w, place.h);
      }
    context.restore();
    this.#giveUp();
    return isWhole;
  }

  close(): void {
    this.#kept.clear();
    this.#pixels.clear();
  }

  #canvasOf(mask: PaintedMask, index: number, tile: Tile, level: number, until: number) {
    const name = `${index} ${mask.tag}`;
    const kept = this.#kept.get(name);
    const isFresh = mask.fresh?.has(index) === true;
    const isSame = kept?.tile === tile && kept.color === mask.color && !isFresh;
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
    }
    if (isSame && kept.level === level) return { canvas: kept.canvas, isLate: false };
    // What is late is shown as it was: nothing flickers.
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

  #giveUp(): void {
    let bytes = 0;
    for (const { canvas } of this.#kept.values()) bytes += canvas.width * canvas.height * 4;
    for (const [name, { canvas }] of this.#kept) {
      if (bytes <= MOST_BYTES) break;
      bytes -= canvas.width * canvas.height * 4;
      this.#kept.delete(name);
    }
  }
}

/** Where a tile is on the screen, or null where it is not in sight. */
function placeOf(
  index: number,
  bitmap: Bitmap,
  { scale, left, top }: { scale: number; left: number; top: number },
  { width, height }: { width: number; height: number },
) {
  const columns = columnsOf(bitmap);
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const x = Math.round(left + column * TILE * scale);
  const y = Math.round(top + row * TILE * scale);
  const w = Math.round(left + (column + 1) * TILE * scale) - x;
  const h = Math.round(top + (row + 1) * TILE * scale) - y;
  return x + w <= 0 || y + h <= 0 || x >= width || y >= height ? null : { x, y, w, h };
}
