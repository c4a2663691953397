/** An edit of a bitmap. It copies only the tiles that it changes: all others are shared with the bitmap before. */
import {
  type Bitmap,
  bitsBetween,
  columnsOf,
  isEmptyTile,
  newTile,
  TILE,
  type Tile,
  WORDS,
} from './bitmap.ts';

export class MaskEdit {
  /** The current state; after `end`, the result. */
  readonly bitmap: Bitmap;
  /** Tiles as they were when this edit first touched them. */
  readonly #before = new Map<number, Tile | undefined>();
  /** Tiles touched since the last `takeFresh`: the tiles to redraw. */
  #fresh = new Set<number>();

  /** @param bitmap is not changed */
  constructor({ width, height, tiles }: Bitmap) {
    this.bitmap = { width, height, tiles: new Map(tiles) };
  }

  /** Paints or erases the pixels of row `y` from `from` (inclusive) to `to` (exclusive), without those outside the image. */
  span(y: number, from: number, to: number, paints: boolean): void {
    if (y < 0 || y >= this.bitmap.height) return;
    const end = Math.min(to, this.bitmap.width);
    const first = Math.floor(y / TILE) * columnsOf(this.bitmap);
    for (let x = Math.max(from, 0); x < end; ) {
      const column = Math.floor(x / TILE);
      const stop = Math.min(end, (column + 1) * TILE);
      const tile = this.#writable(first + column, paints);
      if (tile) fillRow(tile, y % TILE, x - column * TILE, stop - column * TILE, paints);
      x = stop;
    }
  }

  /** Paints or erases all pixels that are painted in `other`, a bitmap of the same size. */
  combine(other: Bitmap, paints: boolean): void {
    for (const [index, source] of other.tiles) {
      const tile = this.#writable(index, paints);
      if (!tile) continue;
      for (let at = 0; at < tile.length; at += 1)
        tile[at] = paints ? tile[at]! | source[at]! : tile[at]! & ~source[at]!;
    }
  }

  /** Makes the bitmap equal to `other`, of the same size. */
  replace(other: Bitmap): void {
    const { tiles } = this.bitmap;
    for (const index of new Set([...tiles.keys(), ...other.tiles.keys()])) {
      this.#touch(index);
      setTile(this.bitmap, index, other.tiles.get(index));
    }
  }

  /** Tiles touched since the last call. */
  takeFresh(): ReadonlySet<number> {
    const fresh = this.#fresh;
    this.#fresh = new Set();
    return fresh;
  }

  /** Ends the edit, and removes empty tiles. @returns whether anything has changed */
  end(): boolean {
    let isChanged = false;
    for (const [index, before] of this.#before) {
      const tile = this.bitmap.tiles.get(index);
      const after = tile && !isEmptyTile(tile) ? tile : undefined;
      setTile(this.bitmap, index, isSame(before, after) ? before : after);
      isChanged ||= !isSame(before, after);
    }
    this.#before.clear();
    return isChanged;
  }

  #touch(index: number): void {
    this.#fresh.add(index);
    if (!this.#before.has(index)) this.#before.set(index, this.bitmap.tiles.get(index));
  }

  /** A tile that only this edit uses; undefined if there is nothing to erase. */
  #writable(index: number, paints: boolean): Tile | undefined {
    const { tiles } = this.bitmap;
    const tile = tiles.get(index);
    if (!tile && !paints) return undefined;
    this.#fresh.add(index);
    if (tile && this.#before.has(index) && this.#before.get(index) !== tile) return tile;
    this.#touch(index);
    const own = tile ? tile.slice() : newTile();
    tiles.set(index, own);
    return own;
  }
}

/** Tiles that differ between two bitmaps of one size. */
export function differentTiles(one: Bitmap, other: Bitmap): number[] {
  const indices = new Set([...one.tiles.keys(), ...other.tiles.keys()]);
  return [...indices].filter((index) => one.tiles.get(index) !== other.tiles.get(index));
}

function setTile({ tiles }: Bitmap, index: number, tile: Tile | undefined): void {
  if (tile) tiles.set(index, tile);
  else tiles.delete(index);
}

function fillRow(tile: Tile, row: number, from: number, to: number, paints: boolean): void {
  for (let word = from >> 5; word * 32 < to; word += 1) {
    const bits = bitsBetween(Math.max(from - word * 32, 0), Math.min(to - word * 32, 32));
    const at = row * WORDS + word;
    tile[at] = paints ? tile[at]! | bits : tile[at]! & ~bits;
  }
}

const isSame = (one: Tile | undefined, other: Tile | undefined): boolean =>
  one === other || (!!one && !!other && one.every((word, at) => word === other[at]));
