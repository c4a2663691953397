import type { Annotation } from '../../../records/src/image.ts';

/** Edges of a box: fractions of the image's width and height, 0 to 1. */
export interface Box {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export type PixelBox = [x: number, y: number, width: number, height: number];

export const pixelBox = (
  { x1, y1, x2, y2 }: Box,
  { width, height }: { width: number; height: number },
  round: (pixels: number) => number,
): PixelBox => [round(x1 * width), round(y1 * height), round((x2 - x1) * width), round((y2 - y1) * height)];

/** A box of COCO. Nobody has drawn an outline: one, and Datumaro, so CVAT too, would read polygons instead of boxes. */
export const cocoBox = (bbox: PixelBox, round: (pixels: number) => number) => ({
  bbox,
  area: round(bbox[2] * bbox[3]),
  segmentation: [] as number[][],
});

/**
 * A box among masks, with its rectangle as a polygon, clockwise: without one, pycocotools cannot make a mask of it. `rectangle`
 * says that nobody drew it; readers ignore what they do not know.
 */
export function outlinedBox(bbox: PixelBox, round: (pixels: number) => number) {
  const [x, y, width, height] = bbox;
  const [right, bottom] = [round(x + width), round(y + height)];
  const segmentation = [[x, y, right, y, right, bottom, x, bottom]];
  return { ...cocoBox(bbox, round), segmentation, rectangle: true };
}

/** Edges are rounded to millionths, both when written and when compared, so that 0.11 - 0.1 is 0.01. */
const GRAIN = 1e6;

/** Clips an annotation's box to the image and rounds its edges to millionths. NaN stays NaN. */
export function clampBox({ x, y, w, h }: Annotation): Box {
  return { x1: clamp(x), y1: clamp(y), x2: clamp(x + w), y2: clamp(y + h) };
}

/** The shorter side of a clipped box, rounded to millionths; 0 or less if no part of it is inside the image. */
export const shortEdge = ({ x1, y1, x2, y2 }: Box): number =>
  Math.min(Math.round((x2 - x1) * GRAIN), Math.round((y2 - y1) * GRAIN)) / GRAIN;

const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * GRAIN) / GRAIN;
