/** Flood fill over shared edges of pixels: areas of one colour, and holes in a mask. Pure. */
import { type Bitmap, boundsOf, emptyBitmap, isPainted } from './bitmap.ts';
import { MaskEdit } from './edit.ts';

/** Pixels of an image: red, green, blue and alpha in one byte each. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

interface Area {
  /** Columns and rows that belong to the area; `right` and `bottom` are exclusive. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  accepts: (x: number, y: number) => boolean;
}

/**
 * The area around a pixel in which no channel differs from that pixel's by more than `tolerance`.
 * @param tolerance 0 to 255
 */
export function floodColor(pixels: Pixels, x: number, y: number, tolerance: number): Bitmap {
  const { width, height, data } = pixels;
  const nothing = emptyBitmap(width, height);
  if (x < 0 || y < 0 || x >= width || y >= height) return nothing;
  const seed = (y * width + x) * 4;
  const [red, green, blue] = [data[seed]!, data[seed + 1]!, data[seed + 2]!];
  const accepts = (column: number, row: number) => {
    const at = (row * width + column) * 4;
    return (
      Math.abs(data[at]! - red) <= tolerance &&
      Math.abs(data[at + 1]! - green) <= tolerance &&
      Math.abs(data[at + 2]! - blue) <= tolerance
    );
  };
  const edit = new MaskEdit(nothing);
  spread(edit, x, y, { left: 0, top: 0, right: width, bottom: height, accepts });
  return edit.bitmap;
}

/** The hole around a pixel; null if the pixel is painted, or the mask does not enclose it. */
export function holeAt(mask: Bitmap, x: number, y: number): Bitmap | null {
  const bounds = boundsOf(mask);
  if (!bounds || isPainted(mask, x, y)) return null;
  const { x: left, y: top, w, h } = bounds;
  const area = { left, top, right: left + w, bottom: top + h };
  if (x < left || y < top || x >= area.right || y >= area.bottom) return null;
  const edit = new MaskEdit(emptyBitmap(mask.width, mask.height));
  spread(edit, x, y, { ...area, accepts: (column, row) => !isPainted(mask, column, row) });
  return reaches(boundsOf(edit.bitmap), bounds) ? null : edit.bitmap;
}

/** An area that touches the bounds of the mask is open to the outside: it is not a hole. */
function reaches(inner: ReturnType<typeof boundsOf>, outer: { x: number; y: number; w: number; h: number }) {
  if (!inner) return true;
  return (
    inner.x === outer.x ||
    inner.y === outer.y ||
    inner.x + inner.w === outer.x + outer.w ||
    inner.y + inner.h === outer.y + outer.h
  );
}

/** All pixels that the mask encloses. */
export function allHoles(mask: Bitmap): Bitmap {
  const nothing = emptyBitmap(mask.width, mask.height);
  const bounds = boundsOf(mask);
  if (!bounds) return nothing;
  const { x: left, y: top } = bounds;
  const [right, bottom] = [left + bounds.w, top + bounds.h];
  const outside = new MaskEdit(nothing);
  const accepts = (x: number, y: number) => !isPainted(mask, x, y);
  const enter = (x: number, y: number) => {
    if (accepts(x, y)) spread(outside, x, y, { left, top, right, bottom, accepts });
  };
  for (let x = left; x < right; x += 1) for (const y of [top, bottom - 1]) enter(x, y);
  for (let y = top; y < bottom; y += 1) for (const x of [left, right - 1]) enter(x, y);
  const holes = new MaskEdit(nothing);
  for (let y = top; y < bottom; y += 1) holes.span(y, left, right, true);
  holes.combine(outside.bitmap, false);
  holes.combine(mask, false);
  holes.end();
  return holes.bitmap;
}

/** Paints the area that is connected to a pixel, one run of a row at a time. */
function spread(edit: MaskEdit, x: number, y: number, area: Area): void {
  const waiting = [x, y];
  while (waiting.length > 0) {
    const [row, column] = [waiting.pop()!, waiting.pop()!];
    if (isPainted(edit.bitmap, column, row)) continue;
    let [from, to] = [column, column + 1];
    while (from > area.left && area.accepts(from - 1, row)) from -= 1;
    while (to < area.right && area.accepts(to, row)) to += 1;
    edit.span(row, from, to, true);
    for (const next of [row - 1, row + 1])
      if (next >= area.top && next < area.bottom) findRuns(edit.bitmap, next, from, to, area, waiting);
  }
}

/** Adds one pixel of each run of row `y` between `from` and `to` that was not found before. */
function findRuns(
  found: Bitmap,
  y: number,
  from: number,
  to: number,
  { accepts }: Area,
  waiting: number[],
): void {
  let isInRun = false;
  for (let x = from; x < to; x += 1) {
    const isOpen = accepts(x, y);
    if (isOpen && !isInRun && !isPainted(found, x, y)) waiting.push(x, y);
    isInRun = isOpen;
  }
}
