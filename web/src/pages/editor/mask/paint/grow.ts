/** A mask made larger or smaller by one pixel in the 8 directions, 32 pixels at a time. Pure. */
import { type Bitmap, bitsBetween, columnsOf, emptyBitmap, newTile, readRow, TILE, WORDS } from './bitmap.ts';

/** Adds all pixels that touch a painted one, also at a corner. */
export const grow = (mask: Bitmap): Bitmap => overNeighbours(mask, false);

/** Removes all pixels that touch an unpainted one. Outside the image, everything counts as painted. */
export const shrink = (mask: Bitmap): Bitmap => overNeighbours(mask, true);

function overNeighbours(mask: Bitmap, shrinks: boolean): Bitmap {
  const result = emptyBitmap(mask.width, mask.height);
  const length = columnsOf(mask) * WORDS;
  const [row, lines] = [new Uint32Array(length), [0, 1, 2].map(() => new Uint32Array(length))];
  const busy = busyRows(mask);
  const read = (y: number) => {
    const line = lines[(y + 3) % 3]!;
    if (y < 0 || y >= mask.height) return line.fill(shrinks ? 0xffff_ffff : 0);
    if (!busy.has(Math.floor(y / TILE))) return line.fill(0);
    readRow(mask, y, row);
    return widen(row, line, mask.width, shrinks);
  };
  for (let y = 0; y < mask.height; y += 1) {
    if (!isNear(busy, y)) continue;
    const [above, own, below] = [read(y - 1), read(y), read(y + 1)];
    for (let word = 0; word < length; word += 1) {
      const joined = shrinks
        ? above[word]! & own[word]! & below[word]!
        : above[word]! | own[word]! | below[word]!;
      if (joined !== 0) writeWord(result, word, y, joined);
    }
  }
  return result;
}

/** Rows of tiles that have painted pixels. */
const busyRows = (mask: Bitmap): ReadonlySet<number> =>
  new Set([...mask.tiles.keys()].map((index) => Math.floor(index / columnsOf(mask))));

const isNear = (busy: ReadonlySet<number>, y: number): boolean =>
  [y - 1, y, y + 1].some((each) => busy.has(Math.floor(each / TILE)));

/** Joins each pixel with its left and right neighbour. */
function widen(row: Uint32Array, into: Uint32Array, width: number, shrinks: boolean): Uint32Array {
  const beyond = shrinks ? 0xffff_ffff : 0;
  const last = (width - 1) >> 5;
  const inside = bitsBetween(0, ((width - 1) & 31) + 1);
  const wordAt = (at: number) => {
    if (at < 0 || at > last) return beyond;
    return at === last && shrinks ? row[at]! | ~inside : row[at]!;
  };
  for (let at = 0; at < row.length; at += 1) {
    const word = wordAt(at);
    const left = (word << 1) | (wordAt(at - 1) >>> 31);
    const right = (word >>> 1) | (wordAt(at + 1) << 31);
    into[at] = shrinks ? word & left & right : word | left | right;
  }
  return into;
}

function writeWord(bitmap: Bitmap, word: number, y: number, value: number): void {
  const last = (bitmap.width - 1) >> 5;
  const bits = word < last ? value : word > last ? 0 : value & bitsBetween(0, ((bitmap.width - 1) & 31) + 1);
  if (bits === 0) return;
  const index = Math.floor(y / TILE) * columnsOf(bitmap) + Math.floor(word / WORDS);
  const tile = bitmap.tiles.get(index) ?? newTile();
  bitmap.tiles.set(index, tile);
  tile[(y % TILE) * WORDS + (word % WORDS)] = bits;
}
