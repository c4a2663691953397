/** The mask of one class: one bit per pixel, in tiles of 256 x 256. Empty tiles are not stored. Pure. */

/** Edge of a tile in pixels. */
export const TILE = 256;
/** Words of 32 pixels in a row of a tile. */
export const WORDS = TILE / 32;

/** Rows from the top, 8 words each. The lowest bit of a word is its leftmost pixel. Never changed after its edit has ended. */
export type Tile = Uint32Array<ArrayBuffer>;

/** Plain data, so that it can be sent to a worker. Bits outside the image are 0. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** By index: `row * columns + column`. */
  readonly tiles: Map<number, Tile>;
}

export const emptyBitmap = (width: number, height: number): Bitmap => ({ width, height, tiles: new Map() });

export const columnsOf = ({ width }: Pick<Bitmap, 'width'>): number => Math.ceil(width / TILE);
export const rowsOf = ({ height }: Pick<Bitmap, 'height'>): number => Math.ceil(height / TILE);

export const newTile = (): Tile => new Uint32Array(TILE * WORDS);
export const isEmptyTile = (tile: Tile): boolean => tile.every((word) => word === 0);

/** Whether a pixel is painted; false outside the image. */
export function isPainted(bitmap: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) return false;
  const tile = bitmap.tiles.get(Math.floor(y / TILE) * columnsOf(bitmap) + Math.floor(x / TILE));
  if (!tile) return false;
  return ((tile[(y % TILE) * WORDS + ((x % TILE) >> 5)]! >>> (x & 31)) & 1) === 1;
}

/** Bits `from` (inclusive) to `to` (exclusive) of a word, 0 <= from < to <= 32. */
export const bitsBetween = (from: number, to: number): number =>
  ((to === 32 ? -1 : (1 << to) - 1) & (-1 << from)) >>> 0;

/** Whether any pixel of a square is painted. @param reach pixels from its middle to its edge */
export function isPaintedNear(bitmap: Bitmap, x: number, y: number, reach: number): boolean {
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(bitmap.width, Math.ceil(x + reach))];
  const last = Math.min(bitmap.height - 1, Math.floor(y + reach));
  for (let row = Math.max(0, Math.floor(y - reach)); row <= last; row += 1) {
    const first = Math.floor(row / TILE) * columnsOf(bitmap);
    for (let at = left; at < right; at = (at | 31) + 1) {
      const tile = bitmap.tiles.get(first + Math.floor(at / TILE));
      const word = tile?.[(row % TILE) * WORDS + ((at % TILE) >> 5)] ?? 0;
      if ((word & bitsBetween(at & 31, Math.min(32, (at & 31) + right - at))) !== 0) return true;
    }
  }
  return false;
}

/** Reads a row of the image as words, padded with 0 to whole tiles. @param into `columns * 8` words */
export function readRow(bitmap: Bitmap, y: number, into: Uint32Array): void {
  const columns = columnsOf(bitmap);
  const first = Math.floor(y / TILE) * columns;
  const start = (y % TILE) * WORDS;
  for (let column = 0; column < columns; column += 1) {
    const tile = bitmap.tiles.get(first + column);
    const at = column * WORDS;
    if (!tile) into.fill(0, at, at + WORDS);
    else for (let word = 0; word < WORDS; word += 1) into[at + word] = tile[start + word]!;
  }
}

/** Number of bits that are 1, counted for all pairs, groups of four and bytes at once. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Left, top, right and bottom pixel of what is painted in a tile. Only new tiles are searched. */
type Bounds = readonly [number, number, number, number];
const searched = new WeakMap<Tile, Bounds>();

function boundsOfTile(tile: Tile): Bounds {
  const known = searched.get(tile);
  if (known) return known;
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  tile.forEach((word, at) => {
    if (word === 0) return;
    const x = (at % WORDS) * 32;
    const y = Math.floor(at / WORDS);
    left = Math.min(left, x + 31 - Math.clz32(word & -word));
    right = Math.max(right, x + 31 - Math.clz32(word));
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  const bounds = [left, top, right, bottom] as const;
  searched.set(tile, bounds);
  return bounds;
}

/** The smallest rectangle that contains all painted pixels; null if nothing is painted. @param bitmap not one that is being edited */
export function boundsOf(bitmap: Bitmap): { x: number; y: number; w: number; h: number } | null {
  const columns = columnsOf(bitmap);
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (const [index, tile] of bitmap.tiles) {
    const [x0, y0] = [(index % columns) * TILE, Math.floor(index / columns) * TILE];
    const [tileLeft, tileTop, tileRight, tileBottom] = boundsOfTile(tile);
    left = Math.min(left, x0 + tileLeft);
    top = Math.min(top, y0 + tileTop);
    right = Math.max(right, x0 + tileRight);
    bottom = Math.max(bottom, y0 + tileBottom);
  }
  return right < 0 ? null : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}
