/** The figures of a case in pycocotools' order: its twelve, and AP, AP50 and AP75 of each class. */
import { join } from 'node:path';
import { DetectionEvaluator } from '../../packages/evaluate/src/detection.ts';
import type { EvaluationCase } from './evaluation-cases.ts';

/** Cases with pycocotools' figures, a line each: test/readers/real/record-evaluations.ts. */
/** Outlines with the masks of pycocotools. */
export const RECORDED_OUTLINES = join(import.meta.dirname, 'recorded-outlines.ndjson');
export const RECORDED = join(import.meta.dirname, 'recorded-evaluations.ndjson');

export interface CaseFigures {
  coco: (number | null)[];
  classes: (number | null)[][];
}

export function evaluateCase({ classes, images }: EvaluationCase): CaseFigures {
  const evaluator = new DetectionEvaluator({ classes });
  for (const image of images) evaluator.add(image);
  const figures = evaluator.figures();
  return {
    coco: Object.values(figures.coco),
    classes: figures.classes.map(({ ap, ap50, ap75 }) => [ap, ap50, ap75]),
  };
}

/** The largest distance of two figures. Infinite if only one of them is there. */
export function distanceOf(a: CaseFigures, b: CaseFigures): number {
  const [ofA, ofB] = [a, b].map(({ coco, classes }) => [coco, ...classes].flat()) as [Figure[], Figure[]];
  if (ofA.length !== ofB.length) return Number.POSITIVE_INFINITY;
  return Math.max(...ofA.map((figure, at) => distance(figure, ofB[at] ?? null)));
}

type Figure = number | null;

function distance(a: Figure, b: Figure): number {
  if (a === null || b === null) return a === b ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(a - b);
}
