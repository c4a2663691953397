/** How much of an image a mask covers. Only new tiles are counted. */
import { type Bitmap, countBits, type Tile } from './bitmap.ts';

const counted = new WeakMap<Tile, number>();

function countTile(tile: Tile): number {
  const before = counted.get(tile);
  if (before !== undefined) return before;
  let count = 0;
  for (const word of tile) count += countBits(word);
  counted.set(tile, count);
  return count;
}

/** 0 to 1 */
export function paintedShare({ width, height, tiles }: Bitmap): number {
  let count = 0;
  for (const tile of tiles.values()) count += countTile(tile);
  return count / (width * height);
}

/** Intersection over union of two bitmaps of one size, 0 to 1. @param least one that cannot reach it is not counted: 0 */
export function overlapOf(one: Bitmap, other: Bitmap, least = 0): number {
  const shares = [paintedShare(one), paintedShare(other)];
  if (Math.min(...shares) < least * Math.max(...shares)) return 0;
  let both = 0;
  for (const [index, tile] of one.tiles) {
    const beside = other.tiles.get(index);
    if (!beside) continue;
    for (const [at, word] of tile.entries()) both += countBits(word & beside[at]!);
  }
  const all = (shares[0]! + shares[1]!) * one.width * one.height - both;
  return all === 0 ? 0 : both / all;
}
