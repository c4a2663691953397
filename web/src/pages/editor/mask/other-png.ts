/** Converts masks that other programs have stored in colour or in another size. Pure. */
import { type Bitmap, emptyBitmap } from './paint/bitmap.ts';
import { MaskEdit } from './paint/edit.ts';
import type { Pixels } from './paint/flood.ts';

/** Pixels that are neither black nor transparent are painted. If the size differs, the nearest pixel counts. */
export function bitmapOfPixels(pixels: Pixels, width: number, height: number): Bitmap {
  const edit = new MaskEdit(emptyBitmap(width, height));
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(((y + 0.5) * pixels.height) / height) * pixels.width;
    for (let x = 0; x < width; x += 1) {
      const at = (row + Math.floor(((x + 0.5) * pixels.width) / width)) * 4;
      const { data } = pixels;
      if (data[at + 3] !== 0 && (data[at] || data[at + 1] || data[at + 2])) edit.span(y, x, x + 1, true);
    }
  }
  edit.end();
  return edit.bitmap;
}
