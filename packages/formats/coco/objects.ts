/** Annotations of COCO, as they are held until their image and category are known. */

import type { Fields } from '../src/read/json-fields.ts';
import { Losses, saying } from '../src/read/losses.ts';
import { type Bounds, boundsOf, boundsOfRuns } from '../src/read/outline-box.ts';
import { type ImageLabels, type LabelMask, NO_LABELS } from '../src/read/plan.ts';
import { finite, isFields, placeOf, textOf } from '../src/text/values.ts';

/** A mask, in pixels of a size that its image states, perhaps later in the file. */
export type Shape = Extract<LabelMask['source'], { kind: 'rle' | 'polygons' }>;

interface FoundObject {
  category: string;
  /** Null for a label of the whole image. */
  box: readonly number[] | null;
  shape: Shape | null;
}

export interface FoundImage {
  name: string;
  width: number;
  height: number;
  date: number | undefined;
  objects: FoundObject[];
}

/** Names by id. */
export type Categories = Map<string, string>;

export function noteObject(value: Fields, image: FoundImage, lost: Losses): void {
  noteLosses(value, lost);
  // Segments of a panoptic file are colors of a picture.
  if (Array.isArray(value.segments_info)) return;
  // Our exports have the rectangle of a box, for readers that need an outline.
  const shape = value.rectangle === true ? null : shapeOf(value.segmentation);
  const category = textOf(value.category_id);
  const stated = Array.isArray(value.bbox) ? value.bbox.slice(0, 4).map(finite) : [];
  if (!shape && stated.length > 0 && !isPlace(value.bbox)) {
    lost.add('annotations without a place');
    return;
  }
  const [, , w = 0, h = 0] = stated;
  // A box that is empty or missing is that of the outline.
  const box = shape && !(w > 0 && h > 0) ? boundsOfShape(shape) : stated.length === 4 ? stated : null;
  if (category !== '') image.objects.push({ category, box, shape });
  else lost.add('annotations of an unlisted category');
}

/** Whether a box that is stated is one: a place that is no number is nowhere, not at 0. */
const isPlace = (bbox: unknown): boolean =>
  Array.isArray(bbox) && bbox.length >= 4 && bbox.slice(0, 4).every((each) => Number.isFinite(Number(each)));

export const boundsOfShape = (shape: Shape): Bounds | null =>
  shape.kind === 'rle' ? boundsOfRuns(shape) : boundsOf(shape.polygons);

function noteLosses(value: Fields, lost: Losses): void {
  const { score, attributes, iscrowd, keypoints, caption, segments_info: segments } = value;
  if (typeof score === 'number') lost.add('scores');
  if (isFields(attributes)) lost.add('attributes', saying(Object.values(attributes)));
  if (iscrowd === 1 || iscrowd === true) lost.add('crowds');
  if (Array.isArray(keypoints) && keypoints.length > 0) lost.add('keypoints');
  if (textOf(caption) !== '') lost.add('captions');
  if (Array.isArray(segments)) lost.add('panoptic segments', segments.length);
}

/** Only what is painted is kept of it. Null for annotations without a mask. */
export function shapeOf(segmentation: unknown): Shape | null {
  if (isFields(segmentation)) {
    const { size, counts } = segmentation;
    const [height = 0, width = 0] = Array.isArray(size) ? size.slice(0, 2).map(finite) : [];
    if (typeof counts === 'string') return { kind: 'rle', width, height, counts };
    return Array.isArray(counts) ? { kind: 'rle', width, height, counts: counts.map(finite) } : null;
  }
  if (!Array.isArray(segmentation) || segmentation.length === 0) return null;
  const polygons = segmentation.filter(Array.isArray).map((each) => each.map(finite));
  return polygons.length === 0 ? null : { kind: 'polygons', unit: 'pixels', polygons };
}

/** An annotation without a box and an outline is of the whole image. */
export function labelsOf(image: FoundImage, categories: Categories): ImageLabels {
  const { width, height } = image;
  const unit = width > 0 && height > 0 ? { width, height } : ('pixels' as const);
  const labels = { classes: new Set<string>(), boxes: [...NO_LABELS.boxes], masks: [...NO_LABELS.masks] };
  const lost = new Losses();
  for (const { category, box, shape } of image.objects) {
    const label = categories.get(category) ?? '';
    if (label === '') {
      lost.add('annotations of an unlisted category');
      continue;
    }
    if (shape) labels.masks.push({ label, source: shape.kind === 'polygons' ? { ...shape, unit } : shape });
    if (box) labels.boxes.push({ label, type: shape ? 'mask' : 'rect', ...placeOf(box, image) });
    else if (!shape) labels.classes.add(label);
  }
  return { ...labels, classes: [...labels.classes], lost: lost.lost };
}
