import type { Annotation } from '../../../records/src/image.ts';
import type { Box } from './boxes.ts';

/**
 * The part of an annotation's box inside the image, unlike in csv not rounded; null for a point, or if no part is inside.
 */
export function unitBox({ type, x, y, w, h }: Annotation): Box | null {
  const box = { x1: clamp(x), y1: clamp(y), x2: clamp(x + w), y2: clamp(y + h) };
  return type !== 'point' && box.x2 > box.x1 && box.y2 > box.y1 ? box : null;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Decimals of a coordinate: more precise than 32-bit floats, but without errors such as 0.1 + 0.2. */
const GRAIN = 1e9;

export const rounded = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** Decimals of a pixel: a box is exact to 1e-6 of the image's size. */
const PIXEL_GRAIN = 1e6;

export const roundedPixels = (pixels: number): number => Math.round(pixels * PIXEL_GRAIN) / PIXEL_GRAIN;
