/** What is drawn on one image: its annotations and its masks. Never changed in place: commands create the next one. Pure. */
import type { ListedAnnotation } from '../../../../../client/src/curate/records.ts';
import type { Bitmap } from '../mask/paint/bitmap.ts';
import type { Size } from './geometry.ts';

/** As in the image's record (x, y, w, h are 0 to 1 of the upright image), with an id that only this page knows. */
export interface Annotation extends ListedAnnotation {
  readonly id: string;
}

/** The mask of one class. Its tiles are shared with earlier and later drawings: a stroke copies only those that it touches. */
export interface MaskLayer {
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
  /** One per class, in the order in which they are painted. Null until they are read. */
  readonly masks: readonly MaskLayer[] | null;
}

let counter = 0;

export const newId = (): string => `a${++counter}`;

export const withId = (annotation: ListedAnnotation): Annotation => ({ ...annotation, id: newId() });

export const emptyDrawing = (image: string, size: Size): Drawing => ({
  image,
  size,
  annotations: [],
  masks: null,
});

export const findAnnotation = (drawing: Drawing, id: string): Annotation | undefined =>
  drawing.annotations.find((each) => each.id === id);

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
