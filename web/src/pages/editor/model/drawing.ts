/** What is drawn on one image: its annotations and its masks. Never changed in place: commands create the next one. Pure. */
import type { ListedAnnotation } from '../../../../../client/src/curate/records.ts';
import { type Bitmap, boundsOf } from '../mask/paint/bitmap.ts';
import { type Size, toShares } from './geometry.ts';

/** As in the image's record (x, y, w, h are 0 to 1 of the upright image), with an id that only this page knows. */
export interface Annotation extends ListedAnnotation {
  readonly id: string;
}

/** A suggestion of a model, which is not accepted yet. */
export interface Offer extends Annotation {
  readonly score: number;
  /** Number of the run that predicts it; absent: detected on request. */
  readonly run?: number;
  /** Absent: a box. Otherwise the box is the frame around it. */
  readonly bitmap?: Bitmap;
}

/** The mask of one object. Its tiles are shared with earlier and later drawings: a stroke copies only those that it touches. */
export interface MaskLayer {
  /** As in the image's record. Masks of one class that share an id there have their class behind it, after a space. */
  readonly id: string;
  readonly tag: string;
  readonly bitmap: Bitmap;
}

export interface Drawing {
  /** Id of the image. */
  readonly image: string;
  /** Of the upright image, in pixels. */
  readonly size: Size;
  /** In the record's order: later ones lie above. */
  readonly annotations: readonly Annotation[];
  /** One per object, in the order in which they are painted, each with a pixel at least. Null until they are read. */
  readonly masks: readonly MaskLayer[] | null;
}

let counter = 0;

/** Of an annotation. No mask has such an id. */
export const newId = (): string => `#${++counter}`;

export const withId = (annotation: ListedAnnotation): Annotation => ({ ...annotation, id: newId() });

export const emptyDrawing = (image: string, size: Size): Drawing => ({
  image,
  size,
  annotations: [],
  masks: null,
});

export const findAnnotation = (drawing: Drawing, id: string): Annotation | undefined =>
  drawing.annotations.find((each) => each.id === id);

export const findMask = ({ masks }: Drawing, id: string): MaskLayer | undefined =>
  masks?.find((each) => each.id === id);

/** In the form that `updateTags` takes. */
export const toListed = ({ type, tag, x, y, w, h, labeled }: Annotation): ListedAnnotation => ({
  type,
  tag,
  x,
  y,
  w,
  h,
  labeled,
});

const NOWHERE = { x: 0, y: 0, w: 0, h: 0 };

const frames = new WeakMap<MaskLayer, Annotation>();
const areMasks = new WeakSet<Annotation>();

/** The frame around a mask: as an annotation, so that it is found, listed and named like one. @param size of the image */
export function frameOfMask(layer: MaskLayer, size: Size): Annotation {
  const known = frames.get(layer);
  if (known) return known;
  const { id, tag, bitmap } = layer;
  const shares = toShares(boundsOf(bitmap) ?? NOWHERE, size);
  const frame: Annotation = { id, type: 'mask', tag, ...shares, labeled: 'manual' };
  frames.set(layer, frame);
  areMasks.add(frame);
  return frame;
}

/** Whether it is the frame of a mask, and no annotation. */
export const isMask = (object: Annotation): boolean => areMasks.has(object);

/** All annotations, then the frames of all masks. */
export const objectsOf = ({ annotations, masks, size }: Drawing): readonly Annotation[] =>
  masks?.length ? [...annotations, ...masks.map((layer) => frameOfMask(layer, size))] : annotations;

/** What an undo or redo has restored or changed: it is selected. */
export function touched(before: Drawing, after: Drawing): Set<string> {
  const annotations = after.annotations.filter((each) => findAnnotation(before, each.id) !== each);
  const masks = after.masks?.filter((each) => findMask(before, each.id) !== each) ?? [];
  return new Set([...annotations, ...masks].map(({ id }) => id));
}

interface Selecting {
  drawing: Drawing;
  selection: ReadonlySet<string>;
}

export const selectedMasks = ({ drawing, selection }: Selecting): MaskLayer[] =>
  drawing.masks?.filter(({ id }) => selection.has(id)) ?? [];
