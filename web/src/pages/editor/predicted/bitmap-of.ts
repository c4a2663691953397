/** Masks of predictions as bitmaps of the editor. Pure. */
import { DamagedRuns, pixelRuns } from '../../../../../packages/formats/src/shape/run-text.ts';
import type { Prediction } from '../../../data/runs/run-images.ts';
import {
  type Bitmap,
  columnsOf,
  emptyBitmap,
  newTile,
  TILE,
  type Tile,
  WORDS,
} from '../mask/paint/bitmap.ts';
import type { Size } from '../model/geometry.ts';

/** Null for a mask without pixels, of another size than the image, or one that cannot be read. */
export function bitmapOf(
  { counts, size: [height, width] }: NonNullable<Prediction['rle']>,
  image: Size,
): Bitmap | null {
  if (width !== image.width || height !== image.height) return null;
  const bitmap = emptyBitmap(width, height);
  try {
    for (const { from, end, isInside } of pixelRuns(counts, width * height))
      if (isInside) paint(bitmap, from, end);
  } catch (error) {
    if (error instanceof DamagedRuns) return null;
    throw error;
  }
  return bitmap.tiles.size === 0 ? null : bitmap;
}

/** Paints a run, which goes down one column after the other. */
function paint(bitmap: Bitmap, from: number, to: number): void {
  const { height } = bitmap;
  for (let at = from; at < to; ) {
    const [x, y] = [Math.floor(at / height), at % height];
    // Down to the end of the run, of the column, or of the tile.
    const rows = Math.min(to - at, height - y, TILE - (y % TILE));
    const tile = tileAt(bitmap, x, y);
    const first = (y % TILE) * WORDS + ((x % TILE) >> 5);
    for (let row = 0; row < rows; row += 1) tile[first + row * WORDS]! |= 1 << (x & 31);
    at += rows;
  }
}

function tileAt({ width, tiles }: Bitmap, x: number, y: number): Tile {
  const index = Math.floor(y / TILE) * columnsOf({ width }) + Math.floor(x / TILE);
  const tile = tiles.get(index) ?? newTile();
  tiles.set(index, tile);
  return tile;
}
