/** Snaps positions to whole pixels and to the edge of the image. Pure. */
import { type Box, clamp, type Point, type Size } from './geometry.ts';

/** CSS pixels from the edge within which it attracts. */
export const ATTRACTION = 6;

/** Moves a corner to the grid of pixels, or to the edge if it is near. @param reach in pixels of the image */
export const snapCorner = (at: Point, size: Size, reach: number): Point => ({
  x: snapTo(at.x, size.width, reach),
  y: snapTo(at.y, size.height, reach),
});

function snapTo(value: number, end: number, reach: number): number {
  if (value <= reach && value < end / 2) return 0;
  if (value >= end - reach && value > end / 2) return end;
  return clamp(Math.round(value), 0, end);
}

/** Moves a point annotation to the centre of its pixel. */
export const snapPoint = (at: Point, { width, height }: Size): Point => ({
  x: clamp(Math.floor(at.x), 0, width - 1) + 0.5,
  y: clamp(Math.floor(at.y), 0, height - 1) + 0.5,
});

/** How far a box is moved: by whole pixels, or exactly to the edge if one of its sides is near. Its size does not change. */
export function snapMove(start: Box, by: Point, { width, height }: Size, reach: number): Point {
  const along = (at: number, length: number, shift: number, end: number) => {
    const low = at + shift;
    if (low <= reach) return -at;
    if (low + length >= end - reach) return end - length - at;
    return Math.round(shift);
  };
  return { x: along(start.x, start.w, by.x, width), y: along(start.y, start.h, by.y, height) };
}
