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
