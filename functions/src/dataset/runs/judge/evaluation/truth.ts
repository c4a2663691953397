/** What people drew in an image of a version, and what a run says of it, in the shapes of `packages/evaluate`. */
import type { PredictedObject, TrueObject } from '../../../../../../packages/evaluate/src/detection.ts';
import type { Shape } from '../../../../../../packages/evaluate/src/shapes.ts';
import { boundsOf, countsOf, type UnitBox } from '../../../../../../packages/formats/src/shape/unit-boxes.ts';
import type { Classes } from '../../../../../../packages/formats/src/write/export-source.ts';
import { unitBox } from '../../../../../../packages/formats/src/write/unit-box.ts';
import type { ManifestImage, ManifestMask } from '../../../../../../packages/records/src/manifest.ts';
import type { Prediction } from '../../../../../../packages/records/src/run-lines.ts';

/** What is compared: the class of an image, boxes, or masks. */
export const KINDS = ['classes', 'boxes', 'masks'] as const;
export type Kind = (typeof KINDS)[number];
export type Drawn = Exclude<Kind, 'classes'>;

/** Pixels. */
type Size = Pick<ManifestImage, 'width' | 'height'>;

/** A mask of a version as both shapes; null if it cannot be read, or has no pixel. */
export type ReadMask = (mask: ManifestMask, image: ManifestImage) => Promise<Record<Drawn, Shape> | null>;

/** One object once: a box around a mask that could be read is the same object. */
export async function trueObjects(
  image: ManifestImage,
  kind: Drawn,
  { classes, readMask }: { classes: Classes; readMask: ReadMask },
): Promise<TrueObject[]> {
  const objects: TrueObject[] = [];
  const drawn = new Set<string>();
  const boxed = new Set(image.tags.filter(({ type }) => type === 'mask').map(({ tag }) => tag));
  for (const mask of image.masks) {
    const name = nameOf(mask.tag, classes);
    // The box around a mask is known already.
    if (name === undefined || (kind === 'boxes' && boxed.has(mask.tag))) continue;
    const shapes = await readMask(mask, image);
    if (!shapes) continue;
    objects.push({ class: name, ...shapes[kind] });
    drawn.add(mask.tag);
  }
  for (const annotation of image.tags) {
    const [name, box] = [nameOf(annotation.tag, classes), unitBox(annotation)];
    if (name === undefined || !box || (annotation.type === 'mask' && drawn.has(annotation.tag))) continue;
    objects.push({
      class: name,
      ...shapeOf([box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1], image, kind),
    });
  }
  return objects;
}

/** Those of a class, with a place. */
export function predictedObjects(
  predictions: readonly Prediction[],
  size: Size,
  kind: Drawn,
  classes: Classes,
): PredictedObject[] {
  return predictions.flatMap((each) => {
    const name = nameOf(each.tag, classes);
    const shape = name === undefined ? null : predictedShape(each, size, kind);
    return shape ? [{ class: name as string, score: each.score, ...shape }] : [];
  });
}

function predictedShape(prediction: Prediction, size: Size, kind: Drawn): Shape | null {
  const { rle } = prediction;
  if (kind === 'masks' && rle) {
    const counts = countsOf(rle);
    return counts && { mask: { size: rle.size, counts } };
  }
  const box = boundsOf(prediction);
  return box && shapeOf(box, size, kind);
}

export const nameOf = (tag: string | null, classes: Classes): string | undefined =>
  classes.names[classes.of(tag) ?? -1];

function shapeOf([x, y, w, h]: UnitBox, { width, height }: Size, kind: Drawn): Shape {
  const box = [x * width, y * height, w * width, h * height] as const;
  return kind === 'boxes' ? { box } : { mask: rectangle(box, { width, height }) };
}

/** A box as a mask of the pixels that it covers. */
function rectangle([x, y, w, h]: UnitBox, { width, height }: Size) {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [columns, rows] = [
    Math.min(width, Math.round(x + w)) - left,
    Math.min(height, Math.round(y + h)) - top,
  ];
  const size = [height, width] as const;
  if (columns <= 0 || rows <= 0) return { size, counts: [width * height] };
  const between = Array.from({ length: columns - 1 }, () => [rows, height - rows]).flat();
  const before = left * height + top;
  const counts = [before, ...between, rows];
  const used = before + columns * rows + (columns - 1) * (height - rows);
  return { size, counts: [...counts, width * height - used] };
}
