/** What a model said of an image, beside what is said of it in the dataset: docs/train/models.md has the words. */

import { pairObjects } from '../../../../../packages/evaluate/src/confusion.ts';
import { isClassified } from '../../../../../packages/formats/src/format.ts';
import { boundsOf, overlapOf, type UnitBox } from '../../../../../packages/formats/src/shape/unit-boxes.ts';
import { unitBox } from '../../../../../packages/formats/src/write/unit-box.ts';
import type { DatasetType } from '../../../../../packages/records/src/lists.ts';
import type { Prediction } from '../../../../../packages/records/src/run-lines.ts';
import { isLabelled } from '../../../common/images/list-fields.ts';
import type { ImageRecord } from '../../../common/model.ts';

/** The fields of a record that a judgement needs. */
export const LABEL_FIELDS = ['tag', 'tags', 'masks', 'checked'] as const satisfies (keyof ImageRecord)[];
export type Labels = Pick<ImageRecord, 'tag' | 'tags' | 'checked'> & { masks: readonly { tag: string }[] };

/** From a score of this on, a prediction counts; so does an overlap of box and label. */
export const USUAL = 0.5;

/** A label with its prediction, both by tag id. Null: a label that was missed, a prediction without label. */
export interface Pair {
  label: string | null;
  predicted: string | null;
  /** Of the prediction; 0 without one. */
  score: number;
}

/** Each from 0 to 1. Disagreement, missed and extra are 0 for images that nobody has labelled. */
export interface Measures {
  disagreement: number;
  uncertain: number;
  missed: number;
  extra: number;
  /** The highest. */
  score: number;
}

export interface Judgement extends Measures {
  /** Each label and prediction at most once with each other, with its highest score. */
  pairs: Pair[];
}

export function judge(type: DatasetType, labels: Labels, predictions: readonly Prediction[]): Judgement {
  const sorted = predictions.toSorted((a, b) => b.score - a.score);
  const judgement = isClassified(type) ? judgeClass(labels, sorted) : judgeObjects(labels, sorted);
  const score = sorted[0]?.score ?? 0;
  if (isLabelled(labels as ImageRecord)) return { ...judgement, score };
  return { ...judgement, disagreement: 0, missed: 0, extra: 0, score };
}

/** @param predictions highest score first */
function judgeClass({ tag: label }: Labels, predictions: readonly Prediction[]): Omit<Judgement, 'score'> {
  const [first] = predictions;
  const second = predictions.find(({ tag }) => tag !== first?.tag);
  const other = predictions.find(({ tag }) => tag !== label);
  const predicted = first?.tag ?? null;
  const [score, given] = [first?.score ?? 0, predictions.find(({ tag }) => tag === label)?.score ?? 0];
  const isWrong = predicted !== label;
  return {
    disagreement: isWrong ? Math.max(0, (other?.score ?? 0) - given) : 0,
    uncertain: first ? 1 - (score - (second?.score ?? 0)) : 0,
    missed: isWrong ? 1 - given : 0,
    extra: isWrong ? score : 0,
    pairs: predicted === null && label === null ? [] : [{ label, predicted, score }],
  };
}

/** `box` null: anywhere in the image, as for a point, or for a mask without the box around it. */
interface Thing {
  tag: string;
  box: UnitBox | null;
}

function judgeObjects(labels: Labels, predictions: readonly Prediction[]): Omit<Judgement, 'score'> {
  const objects = objectsOf(labels);
  const seen = predictions.map((each) => ({ tag: each.tag, score: each.score, box: boundsOf(each) }));
  const overlap = (prediction: number, object: number): number =>
    overlapOfThings(seen[prediction]!, objects[object]!);
  const sure = seen.filter(({ score }) => score >= USUAL);
  const found = matchByClass(objects, sure, overlap);
  const missed = found.objects.includes(false) ? 1 - bestOfMissed(objects, seen, found.objects) : 0;
  const extra = sure.find((_, at) => !found.predictions[at])?.score ?? 0;
  return {
    disagreement: Math.max(missed, extra),
    uncertain: Math.max(0, ...seen.map(({ score }) => 1 - 2 * Math.abs(score - 0.5))),
    missed,
    extra,
    pairs: pairUp(objects, seen, sure.length, overlap),
  };
}

/** A mask with the box around it is one object. */
function objectsOf({ tags, masks }: Labels): Thing[] {
  const boxes = tags.map((each): Thing => {
    const box = unitBox(each);
    return { tag: each.tag, box: box && [box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1] };
  });
  const boxed = new Set(tags.filter(({ type }) => type === 'mask').map(({ tag }) => tag));
  return [...boxes, ...masks.filter(({ tag }) => !boxed.has(tag)).map(({ tag }) => ({ tag, box: null }))];
}

const overlapOfThings = (a: Thing, b: Thing): number =>
  a.box && b.box ? overlapOf(a.box, b.box) : Number(a.tag === b.tag);

/** Predictions choose in the order of their scores, among the free objects of their class. */
function matchByClass(
  objects: readonly Thing[],
  sure: readonly Thing[],
  overlap: (prediction: number, object: number) => number,
): { objects: boolean[]; predictions: boolean[] } {
  const found = objects.map(() => false);
  const predictions = sure.map(({ tag }, prediction) => {
    let [best, most] = [-1, USUAL];
    for (const [at, object] of objects.entries()) {
      if (found[at] || object.tag !== tag) continue;
      const share = overlap(prediction, at);
      if (share >= most) [best, most] = [at, share];
    }
    if (best >= 0) found[best] = true;
    return best >= 0;
  });
  return { objects: found, predictions };
}

/** Of the object that was missed most: the highest of the low scores at its place. */
function bestOfMissed(
  objects: readonly Thing[],
  seen: readonly (Thing & { score: number })[],
  found: readonly boolean[],
): number {
  const scores = objects
    .filter((_, at) => !found[at])
    .map((object) => {
      const near = seen.find(
        (each) => each.score < USUAL && each.tag === object.tag && overlapOfThings(each, object) >= USUAL,
      );
      return near?.score ?? 0;
    });
  return Math.min(...scores);
}

/** As the confusion pairs them: predictions that count, with objects of any class. */
function pairUp(
  objects: readonly Thing[],
  seen: readonly (Thing & { score: number })[],
  sure: number,
  overlap: (prediction: number, object: number) => number,
): Pair[] {
  const tags = [...new Set([...objects, ...seen].map(({ tag }) => tag))];
  const truth = objects.map(({ tag }) => tags.indexOf(tag));
  const predicted = seen.slice(0, sure).map(({ tag }) => tags.indexOf(tag));
  const paired = pairObjects({ truth, predicted, overlap, least: USUAL });
  const labelOf = new Map(paired.map((pair) => [pair.prediction, objects[pair.truth]!.tag]));
  const found = new Set(paired.map((pair) => pair.truth));
  const pairs: Pair[] = [
    ...seen.map(({ tag, score }, at) => ({ label: labelOf.get(at) ?? null, predicted: tag, score })),
    ...objects.flatMap(({ tag }, at) => (found.has(at) ? [] : [{ label: tag, predicted: null, score: 0 }])),
  ];
  // Highest scores come first, so that the first of equal pairs stays.
  const kinds = new Map<string, Pair>();
  for (const pair of pairs) {
    const kind = JSON.stringify([pair.label, pair.predicted]);
    if (!kinds.has(kind)) kinds.set(kind, pair);
  }
  return [...kinds.values()];
}
