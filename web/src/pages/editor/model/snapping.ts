/** To whole pixels, and to the picture's edge. Pure. */
import { type Box, clamp, type Point, type Size } from './geometry.ts';

/** CSS pixels from which on the edge attracts. */
export const ATTRACTION = 6;

/** A corner on the grid of pixels; near the edge, on it. @param reach in pixels of the picture */
export const snapCorner = (at: Point, size: Size, reach: number): Point => ({
  x: snapTo(at.x, size.width, reach),
  y: snapTo(at.y, size.height, reach),
});

function snapTo(value: number, end: number, reach: number): number {
  if (value <= reach && value < end / 2) return 0;
  if (value >= end - reach && value > end / 2) return end;
  return clamp(Math.round(value), 0, end);
}

/** A point annotation stands in the middle of a pixel. */
export const snapPoint = (at: Point, { width, height }: Size): Point => ({
  x: clamp(Math.floor(at.x), 0, width - 1) + 0.5,
  y: clamp(Math.floor(at.y), 0, height - 1) + 0.5,
});

/** A box that is moved: by whole pixels; a side near the picture's edge lies on it. Its size stays. */
export function snapMove(start: Box, by: Point, { width, height }: Size, reach: number): Point {
  const along = (at: number, length: number, shift: number, end: number) => {
    const low = at + shift;
    if (low <= reach) return -at;
    if (low + length >= end - reach) return end - length - at;
    return Math.round(shift);
  };
  return { x: along(start.x, start.w, by.x, width), y: along(start.y, start.h, by.y, height) };
}
