import type { Annotation } from '../../../../packages/records/src/image.ts';

/** A region of an upright image, in whole pixels, entirely inside it, at least 1 x 1. */
export interface CropWindow {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Contract 4: the window around a point, as a fraction of the image's width and height. */
const POINT_WINDOW = 0.1;

/**
 * The pixels that show an annotation (Contract 4, annotationsCrops). A rect is taken as it is and a mask by its bounding
 * box. A point becomes a window with the point in its center, a tenth of the image's width and height; its own w and h are
 * ignored. The part outside the image is cut off. Edges are rounded to the nearest pixel; a region thinner than a pixel
 * still shows the pixel that it is in.
 * @returns null if no part is inside the image: the area is empty (w or h is 0, negative or NaN) or entirely outside.
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

/** One dimension: normalized `start` and `length` converted to pixels; null if no part is inside. */
function span(start: number, length: number, pixels: number): { start: number; length: number } | null {
  const low = Math.max(0, start);
  const high = Math.min(1, start + length);
  // Not `<=`, so that NaN is rejected too.
  if (!(high > low && pixels >= 1)) return null;
  const first = Math.round(low * pixels);
  const last = Math.round(high * pixels);
  if (last > first) return { start: first, length: last - first };
  return { start: Math.min(Math.floor(low * pixels), pixels - 1), length: 1 };
}

/** The smallest window that contains all of these. */
export function surround(windows: readonly CropWindow[]): CropWindow {
  const left = Math.min(...windows.map((each) => each.left));
  const top = Math.min(...windows.map((each) => each.top));
  const right = Math.max(...windows.map((each) => each.left + each.width));
  const bottom = Math.max(...windows.map((each) => each.top + each.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** The same window, relative to the top left corner of one that contains it. */
export const relativeTo = (outer: CropWindow, { left, top, width, height }: CropWindow): CropWindow => ({
  left: left - outer.left,
  top: top - outer.top,
  width,
  height,
});

/**
 * Converts a window of the upright image to the pixels as they are stored.
 * @param stored size of the stored image, and its EXIF orientation (1 to 8)
 */
export function asStored(
  window: CropWindow,
  { width, height, orientation }: { width: number; height: number; orientation: number },
): CropWindow {
  const { left, top, ...size } =
    orientation >= 5
      ? { left: window.top, top: window.left, width: window.height, height: window.width }
      : window;
  return {
    left: [2, 3, 7, 8].includes(orientation) ? width - left - size.width : left,
    top: [3, 4, 6, 7].includes(orientation) ? height - top - size.height : top,
    ...size,
  };
}
