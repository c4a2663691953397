/** Boxes, points and sizes in pixels of the upright image. Fractions are positions within a pixel. Pure. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point {
  readonly w: number;
  readonly h: number;
}

/** A box, or a point (`w` and `h` are 0), as a record has it: 0 to 1 of the upright image. */
export type Shares = Box;

export const toPixels = ({ x, y, w, h }: Shares, { width, height }: Size): Box => ({
  x: x * width,
  y: y * height,
  w: w * width,
  h: h * height,
});

/** The result stays within 0 to 1 despite rounding. */
export function toShares({ x, y, w, h }: Box, { width, height }: Size): Shares {
  const left = clamp(x / width, 0, 1);
  const top = clamp(y / height, 0, 1);
  return { x: left, y: top, w: clamp(w / width, 0, 1 - left), h: clamp(h / height, 0, 1 - top) };
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Arrow keys and their directions. */
export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The box between two opposite corners, in any order. */
export const between = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  w: Math.abs(a.x - b.x),
  h: Math.abs(a.y - b.y),
});

/** The part of a box that lies in the picture. */
export function within({ x, y, w, h }: Box, { width, height }: Size): Box {
  const left = clamp(x, 0, width);
  const top = clamp(y, 0, height);
  return { x: left, y: top, w: clamp(x + w, 0, width) - left, h: clamp(y + h, 0, height) - top };
}

/** Moves a box, but not beyond the edge of the image. */
export const moved = (box: Box, by: Point, { width, height }: Size): Box => ({
  ...box,
  x: clamp(box.x + by.x, 0, Math.max(0, width - box.w)),
  y: clamp(box.y + by.y, 0, Math.max(0, height - box.h)),
});

export const contains = ({ x, y, w, h }: Box, at: Point, margin = 0): boolean =>
  at.x >= x - margin && at.x <= x + w + margin && at.y >= y - margin && at.y <= y + h + margin;

/** Overlap of two boxes, 0 to 1: intersection over union. */
export function iou(a: Box, b: Box): number {
  const w = Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x));
  const h = Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
  const union = a.w * a.h + b.w * b.h - w * h;
  return union === 0 ? 0 : (w * h) / union;
}
