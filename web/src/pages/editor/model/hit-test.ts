/** Finds the annotations and masks at a point. Pure. */
import { isPainted, isPaintedNear } from '../mask/paint/bitmap.ts';
import { paintedShare } from '../mask/paint/painted-share.ts';
import { type Annotation, type Drawing, frameOfMask, type MaskLayer, objectsOf } from './drawing.ts';
import { type Box, contains, type Point, toPixels } from './geometry.ts';

/** CSS pixels around point annotations and thin boxes that still hit them. */
export const REACH = 6;

interface HitOptions {
  /** Pixels of the image around points, thin boxes and masks that still hit them. */
  reach: number;
  hidden: ReadonlySet<string>;
}

/** The masks that are painted at a point, else near it, smallest first. Of equal ones, the upper first. */
export function masksAt({ masks }: Drawing, { x, y }: Point, { reach, hidden }: HitOptions): MaskLayer[] {
  const shown = (masks ?? []).filter(({ id }) => !hidden.has(id)).toReversed();
  const exact = shown.filter(({ bitmap }) => isPainted(bitmap, Math.floor(x), Math.floor(y)));
  const found = exact.length > 0 ? exact : shown.filter(({ bitmap }) => isPaintedNear(bitmap, x, y, reach));
  return found.toSorted((a, b) => paintedShare(a.bitmap) - paintedShare(b.bitmap));
}

/**
 * All annotations and masks (as frames) at a point, smallest first, so that one inside a larger one can be reached. Of equal
 * ones, the upper first.
 */
export function hitAll(drawing: Drawing, at: Point, { reach, hidden }: HitOptions): Annotation[] {
  const hits: { annotation: Annotation; area: number; place: number }[] = [];
  drawing.annotations.forEach((annotation, place) => {
    if (hidden.has(annotation.id)) return;
    const box = toPixels(annotation, drawing.size);
    if (contains(box, at, marginOf(box, reach))) hits.push({ annotation, area: box.w * box.h, place });
  });
  const { width, height } = drawing.size;
  for (const layer of masksAt(drawing, at, { reach, hidden })) {
    const area = paintedShare(layer.bitmap) * width * height;
    hits.push({ annotation: frameOfMask(layer, drawing.size), area, place: -hits.length });
  }
  hits.sort((a, b) => a.area - b.area || b.place - a.place);
  return hits.map(({ annotation }) => annotation);
}

/** Points and thin boxes have a margin, because they are hard to hit. */
const marginOf = ({ w, h }: Box, reach: number): number => (Math.min(w, h) < 2 * reach ? reach : 0);

/** The annotation behind the selected one; undefined after the last. @param hits all at the same point */
export function behind(hits: readonly Annotation[], selected: string | undefined): Annotation | undefined {
  const place = hits.findIndex(({ id }) => id === selected);
  return hits[place + 1];
}

/** All annotations and masks that lie completely in a frame. */
export const hitFrame = (drawing: Drawing, frame: Box, hidden: ReadonlySet<string>): Annotation[] =>
  objectsOf(drawing).filter((annotation) => {
    if (hidden.has(annotation.id)) return false;
    const { x, y, w, h } = toPixels(annotation, drawing.size);
    return x >= frame.x && y >= frame.y && x + w <= frame.x + frame.w && y + h <= frame.y + frame.h;
  });
