import type { Annotation } from '../common/model.ts';

/** A region of an upright image, in whole pixels, wholly inside it, at least 1 x 1. */
export interface CropWindow {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Contract 4: the window of a point, as a part of the image's width and height. */
const POINT_WINDOW = 0.1;

/**
 * The pixels that show an annotation (Contract 4, annotationsCrops): a rect as given, a mask by its bounding box,
 * a point as a window of a tenth of the image's width and height with the point in the middle (its w and h do not
 * count). What stands out of the image is cut off. Edges go to the nearest pixel; a region thinner than a pixel
 * still shows the one pixel it is in.
 * @returns null where nothing is inside the image: no area (w or h of 0, negative or no number) or all outside.
 */
export function cropWindow(annotation: Annotation, width: number, height: number): CropWindow | null {
  const { x, y, w, h } = annotation.type === 'point' ? aroundPoint(annotation) : annotation;
  const across = span(x, w, width);
  const down = span(y, h, height);
  if (!across || !down) return null;
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

const aroundPoint = ({ x, y }: Annotation) => ({
  x: x - POINT_WINDOW / 2,
  y: y - POINT_WINDOW / 2,
  w: POINT_WINDOW,
  h: POINT_WINDOW,
});

/** One side: `start` and `length` normalized to pixels, or null when nothing of it is inside. */
function span(start: number, length: number, pixels: number): { start: number; length: number } | null {
  const low = Math.max(0, start);
  const high = Math.min(1, start + length);
  // Not `<=`: what is no number has nothing inside.
  if (!(high > low && pixels >= 1)) return null;
  const first = Math.round(low * pixels);
  const last = Math.round(high * pixels);
  if (last > first) return { start: first, length: last - first };
  return { start: Math.min(Math.floor(low * pixels), pixels - 1), length: 1 };
}
