/** Predictions of a run as suggestions of the editor. Pure. */
import type { Prediction } from '../../../data/runs/run-images.ts';
import { boundsOf } from '../mask/paint/bitmap.ts';
import type { Offer } from '../model/drawing.ts';
import { type Size, toShares } from '../model/geometry.ts';
import { bitmapOf } from './bitmap-of.ts';

const ONE = { width: 1, height: 1 };

/** @param tags ids of the dataset's classes: what is predicted of one that was deleted is left out, as is a class without a place */
export const offersOfRun = (
  run: number,
  predictions: readonly Prediction[],
  size: Size,
  tags: ReadonlySet<string>,
): Offer[] =>
  predictions.flatMap(({ tag, score, box, rle }, at): Offer[] => {
    if (!tags.has(tag)) return [];
    // The same prediction has the same id whenever it is read, so that a step that took it can be undone and redone.
    const known = { id: `run ${run} ${at}`, tag, labeled: 'inference', score, run } as const;
    const bitmap = rle && bitmapOf(rle, size);
    const bounds = bitmap && boundsOf(bitmap);
    if (bitmap && bounds) return [{ ...known, type: 'mask', ...toShares(bounds, size), bitmap }];
    const [x, y, w, h] = box ?? [];
    if (rle || x === undefined || y === undefined || w === undefined || h === undefined) return [];
    return [{ ...known, type: 'rect', ...toShares({ x, y, w, h }, ONE) }];
  });
