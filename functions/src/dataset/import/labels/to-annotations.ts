/** Labels of an archive as the fields of a record (Spec 2.4). */

import { FileFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { ImageLabels, LabelBox, LabelMask } from '../../../../../packages/formats/src/read/plan.ts';
import type { Annotation } from '../../../../../packages/records/src/image.ts';
import { MOST_ANNOTATIONS, MOST_MASKS } from '../../../common/model.ts';

export interface RecordLabels {
  /** Tag id of the whole image. */
  tag: string | null;
  tags: Annotation[];
  masks: { tag: string; sources: LabelMask['source'][] }[];
}

/** Masks of an image up to which outlines have one of their own. */
const MOST_OWN = 64;

/** Coordinates are rounded, so that sums such as 0.1 + 0.2 leave no trace; exports are less precise. */
const GRAIN = 1e12;

/**
 * The first class is the image's own; a further one that nothing else in the image shows becomes a point in
 * its middle: exports have the class then, and no box that nobody drew.
 * @param tagOf id of a label's tag; null leaves the label out
 * @param size of the upright image in pixels
 * @throws FileFault for more than a record can hold
 */
export function toAnnotations(
  labels: ImageLabels,
  tagOf: (label: string) => string | null,
  size: { width: number; height: number },
): RecordLabels {
  const tags = labels.boxes.flatMap((box): Annotation[] => {
    const tag = tagOf(box.label);
    const place = placeOf(box, size);
    return tag === null || !place
      ? []
      : [{ type: box.type, tag, ...place, labeled: box.labeled ?? 'manual' }];
  });
  const masks = masksOf(labels.masks, tagOf);
  const classes = [...new Set(labels.classes.map(tagOf))].filter((tag) => tag !== null);
  const [tag = null, ...further] = classes;
  const marked = new Set([...tags, ...masks].map((each) => each.tag));
  const whole = further
    .filter((each) => !marked.has(each))
    .map((each): Annotation => ({ type: 'point', tag: each, x: 0.5, y: 0.5, w: 0, h: 0, labeled: 'manual' }));
  requireFew(tags.length + whole.length, masks.length);
  return { tag, tags: [...tags, ...whole], masks };
}

/** @throws FileFault for more annotations or masks than a record can hold */
function requireFew(annotations: number, masks: number): void {
  if (annotations > MOST_ANNOTATIONS)
    throw new FileFault(`it has ${annotations} annotations; an image has at most ${MOST_ANNOTATIONS}`);
  if (masks > MOST_MASKS) throw new FileFault(`it has ${masks} masks; an image has at most ${MOST_MASKS}`);
}

/** Null for a box that has no part inside the image. */
function placeOf({ unit, type, ...box }: LabelBox, { width, height }: { width: number; height: number }) {
  if (unit === 'exact') return { x: box.x, y: box.y, w: box.w, h: box.h };
  const [across, down] = unit === 'pixels' ? [width, height] : [1, 1];
  const x1 = clamp(box.x / across);
  const y1 = clamp(box.y / down);
  if (type === 'point') return { x: x1, y: y1, w: 0, h: 0 };
  const w = round(clamp((box.x + box.w) / across) - x1);
  const h = round(clamp((box.y + box.h) / down) - y1);
  return w > 0 && h > 0 ? { x: round(x1), y: round(y1), w, h } : null;
}

/** Whether a box has no area inside its image. */
export const isEmpty = (box: LabelBox, size: { width: number; height: number }): boolean =>
  placeOf(box, size) === null;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const round = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** Each object has a mask of its own. In an image with very many, outlines of one tag share one: each mask has the image's size. */
function masksOf(
  masks: readonly LabelMask[],
  tagOf: (label: string) => string | null,
): RecordLabels['masks'] {
  const own = masks.flatMap(({ label, source }): RecordLabels['masks'] => {
    const tag = tagOf(label);
    return tag === null ? [] : [{ tag, sources: [source] }];
  });
  if (own.length <= MOST_OWN) return own;
  const [outlines, others] = [own.filter(isOutline), own.filter((mask) => !isOutline(mask))];
  const shared = Map.groupBy(outlines, ({ tag }) => tag);
  return [
    ...others,
    ...Array.from(shared, ([tag, some]) => ({ tag, sources: some.flatMap(({ sources }) => sources) })),
  ];
}

const isOutline = ({ sources }: RecordLabels['masks'][number]): boolean => sources[0]?.kind === 'polygons';
