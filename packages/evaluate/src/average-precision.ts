/** COCO's precision and recall of one class. */
import type { ClassRecord } from './class-record.ts';
import { MOST_PREDICTIONS, OVERLAPS } from './match-image.ts';
import type { Weights } from './resample.ts';

const RECALLS = Array.from({ length: 101 }, (_, at) => at * 0.01);
/** COCO's recall of the 1, 10 and 100 predictions of an image with the highest scores. */
export const RECALL_LIMITS = [1, 10, MOST_PREDICTIONS] as const;

export interface Averages {
  /** Average precision at each of COCO's overlaps. */
  precision: number[];
  /** For each limit of predictions, the recall at each of COCO's overlaps. */
  recall: number[][];
}

/** @returns null if the class has no objects in the area range: then nothing can be said */
export function averageClass(record: ClassRecord, range: number, weights?: Weights): Averages | null {
  const objects = record.objects(range, weights);
  if (objects === 0) return null;
  const curves = OVERLAPS.map((_, overlap) => walkCurve(record, range, overlap, objects, weights));
  return {
    precision: curves.map(({ precision }) => precision),
    recall: RECALL_LIMITS.map((_, limit) => curves.map(({ found }) => found[limit]! / objects)),
  };
}

interface Curve {
  precision: number;
  /** Objects that the predictions of each limit found. */
  found: number[];
}

function walkCurve(
  record: ClassRecord,
  range: number,
  overlap: number,
  objects: number,
  weights?: Weights,
): Curve {
  const found = RECALL_LIMITS.map(() => 0);
  // After each right prediction: how many were right so far, and the precision.
  const [rights, precisions]: [number[], number[]] = [[], []];
  const { ranks } = record;
  let [right, wrong] = [0, 0];
  record.walk(range, overlap, weights, (isRight, weight, at) => {
    if (!isRight) {
      wrong += weight;
      return;
    }
    right += weight;
    rights.push(right);
    // COCO adds the smallest step of a number, so that it never divides by zero.
    precisions.push(right / (wrong + right + Number.EPSILON));
    for (const [place, limit] of RECALL_LIMITS.entries()) if (ranks[at]! < limit) found[place]! += weight;
  });
  return { precision: averagePrecision(rights, precisions, objects), found };
}

/** The mean over 101 recalls of the highest precision at that recall or a higher one. */
function averagePrecision(rights: number[], precisions: number[], objects: number): number {
  let [at, best, sum] = [rights.length - 1, 0, 0];
  for (const recall of RECALLS.toReversed()) {
    for (; at >= 0 && rights[at]! / objects >= recall; at--) best = Math.max(best, precisions[at]!);
    sum += best;
  }
  return sum / RECALLS.length;
}
