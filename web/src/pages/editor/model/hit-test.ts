/** What lies under a pointer. Pure. */
import type { Annotation, Drawing } from './drawing.ts';
import { type Box, contains, type Point, toPixels } from './geometry.ts';

/** CSS pixels around a point annotation, and around thin boxes, that still count. */
export const REACH = 6;

interface HitOptions {
  /** Pixels of the picture around an annotation that still count. */
  reach: number;
  hidden: ReadonlySet<string>;
}

/** All under a point: the smallest first, of equal ones the upper: what lies in something larger can be reached. */
export function hitAll(drawing: Drawing, at: Point, { reach, hidden }: HitOptions): Annotation[] {
  const hits: { annotation: Annotation; area: number; place: number }[] = [];
  drawing.annotations.forEach((annotation, place) => {
    if (hidden.has(annotation.id)) return;
    const box = toPixels(annotation, drawing.size);
    if (contains(box, at, marginOf(box, reach))) hits.push({ annotation, area: box.w * box.h, place });
  });
  hits.sort((a, b) => a.area - b.area || b.place - a.place);
  return hits.map(({ annotation }) => annotation);
}

/** Points and thin boxes are hit beside them too. */
const marginOf = ({ w, h }: Box, reach: number): number => (Math.min(w, h) < 2 * reach ? reach : 0);

/** The one behind the selected, under the same point; undefined behind the last. */
export function behind(hits: readonly Annotation[], selected: string | undefined): Annotation | undefined {
  const place = hits.findIndex(({ id }) => id === selected);
  return hits[place + 1];
}

/** All that lie wholly in a frame. */
export const hitFrame = (drawing: Drawing, frame: Box, hidden: ReadonlySet<string>): Annotation[] =>
  drawing.annotations.filter((annotation) => {
    if (hidden.has(annotation.id)) return false;
    const { x, y, w, h } = toPixels(annotation, drawing.size);
    return x >= frame.x && y >= frame.y && x + w <= frame.x + frame.w && y + h <= frame.y + frame.h;
  });
