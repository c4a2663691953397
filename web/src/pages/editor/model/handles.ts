/** The eight handles of a box, and how they and the arrow keys resize it. Pure. */
import { type Box, between, clamp, type Point, type Size } from './geometry.ts';

/** North is up. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

/** Positions of the handles as fractions of the box. */
const PLACES: Readonly<Record<Handle, Point>> = {
  nw: { x: 0, y: 0 },
  n: { x: 0.5, y: 0 },
  ne: { x: 1, y: 0 },
  e: { x: 1, y: 0.5 },
  se: { x: 1, y: 1 },
  s: { x: 0.5, y: 1 },
  sw: { x: 0, y: 1 },
  w: { x: 0, y: 0.5 },
};

const isCorner = (handle: Handle): boolean => handle.length === 2;

export const placeOf = (handle: Handle, { x, y, w, h }: Box): Point => ({
  x: x + PLACES[handle].x * w,
  y: y + PLACES[handle].y * h,
});

/** Least length of a side with a handle in its middle, in multiples of `reach`. On a shorter one it would cover the corners. */
const ROOM = 4;

/**
 * The handle at a point; corners come before sides.
 * @param reach distance from a handle's centre that still hits it, in the unit of the box
 */
export function handleAt(box: Box, at: Point, reach: number): Handle | null {
  const isNear = (handle: Handle) => {
    const place = placeOf(handle, box);
    return Math.abs(place.x - at.x) <= reach && Math.abs(place.y - at.y) <= reach;
  };
  return handlesOf(box, reach).find(isNear) ?? null;
}

/** Handles that a box has room for, corners first. */
export function handlesOf({ w, h }: Box, reach: number): Handle[] {
  const sides = HANDLES.filter((handle) => {
    if (isCorner(handle)) return false;
    return (handle === 'n' || handle === 's' ? w : h) >= ROOM * reach;
  });
  return [...HANDLES.filter(isCorner), ...sides];
}

/** The box after a handle was dragged to a point. Dragged past the opposite side, the box flips. */
export function resized({ x, y, w, h }: Box, handle: Handle, to: Point): Box {
  const { x: across, y: down } = PLACES[handle];
  const left = across === 0 ? to.x : x;
  const right = across === 1 ? to.x : x + w;
  const top = down === 0 ? to.y : y;
  const bottom = down === 1 ? to.y : y + h;
  return between({ x: left, y: top }, { x: right, y: bottom });
}

/** Moves the right and lower side, as Alt and the arrow keys do. At least one pixel is left. */
export const grown = (box: Box, by: Point, { width, height }: Size): Box => ({
  ...box,
  w: clamp(box.w + by.x, Math.min(1, box.w), width - box.x),
  h: clamp(box.h + by.y, Math.min(1, box.h), height - box.y),
});

export const cursorOf = (handle: Handle): string => `${handle}-resize`;
