/** Boxes or masks that a model found, beside those that people drew: images one at a time, the figures at the end. */
import { Answers, bestCut, type Calibration, type Cut, calibrationOf, curveOf } from './answers.ts';
import { ClassRecord } from './class-record.ts';
import {
  averagesOf,
  type ClassAverages,
  type CocoFigures,
  cocoFigures,
  type PrecisionFigures,
  precisionFigures,
} from './coco-figures.ts';
import { type Confusion, makeConfusion, pairObjects } from './confusion.ts';
import { Bursts, ClassList, requireArea, requireShare } from './input.ts';
import { OVERLAPS } from './match-image.ts';
import type { Measured, Measures, Weights } from './resample.ts';
import { measureShape, overlapOf, type Shape } from './shapes.ts';

/** `area`: instead of the shape's own, as COCO's boxes have the area of their outline. */
export type TrueObject = Shape & { class: string; area?: number };
/** `score`: 0 to 1. */
export type PredictedObject = Shape & { class: string; score: number };

export interface DetectionImage {
  /** Images of a burst are near copies. Bursts are numbered from 0, without gaps. */
  burst: number;
  truth: readonly TrueObject[];
  predictions: readonly PredictedObject[];
}

export interface DetectionOptions {
  classes: readonly string[];
  /** What a right prediction overlaps at least, in all figures but COCO's, which have their own ten. */
  overlap?: number;
  /** Predictions with lower scores are not in the confusion. */
  threshold?: number;
}

export interface ClassFigures extends PrecisionFigures {
  class: string;
  objects: number;
  predictions: number;
  best: Cut | null;
}

export interface DetectionFigures {
  images: number;
  coco: CocoFigures;
  classes: ClassFigures[];
  /** Of all classes together, as best and calibration. */
  curve: Cut[];
  best: Cut | null;
  calibration: Calibration;
  confusion: Confusion;
}

/** The shapes of an image with class numbers, predictions with the highest scores first. */
interface Scene {
  truth: { class: number; area: number }[];
  predicted: { class: number; area: number; score: number }[];
  /** By the places in both lists. */
  overlap: (prediction: number, truth: number) => number;
}

const USUAL = 0.5;
/** The numbers of the area range "all", and of the caller's overlap behind COCO's ten. */
const ALL = 0;
const CHOSEN = OVERLAPS.length;

export class DetectionEvaluator implements Measured {
  readonly #classes: ClassList;
  readonly #overlap: number;
  readonly #threshold: number;
  readonly #records: ClassRecord[];
  readonly #bursts = new Bursts();
  readonly #confusion: Confusion;
  #images = 0;
  /** Of all classes; made when it is needed. */
  #answers: Answers | undefined;

  constructor({ classes, overlap = USUAL, threshold = USUAL }: DetectionOptions) {
    this.#classes = new ClassList(classes);
    this.#overlap = requireShare(overlap, 'overlap');
    this.#threshold = requireShare(threshold, 'threshold');
    this.#records = classes.map(() => new ClassRecord(overlap));
    this.#confusion = makeConfusion(this.#classes.names);
  }

  get bursts(): number {
    return this.#bursts.count;
  }

  /**
   * Equal scores of different images keep the order in which the images came: COCO takes them by id.
   * @throws RangeError if something is malformed; then nothing of the image was added
   */
  add(image: DetectionImage): void {
    const scene = this.#read(image);
    this.#bursts.see(image.burst);
    this.#images++;
    this.#answers = undefined;
    for (const place of new Set([...scene.truth, ...scene.predicted].map((each) => each.class)))
      addClass(this.#records[place]!, place, image.burst, scene);
    this.#confuse(scene);
  }

  figures(): DetectionFigures {
    const averages = this.#records.map((record) => averagesOf(record));
    const [answers, objects] = [this.#allAnswers(), this.#objects()];
    return {
      images: this.#images,
      coco: cocoFigures(averages),
      classes: this.#records.map((record, place) => this.#classFigures(record, place, averages[place]!)),
      curve: curveOf(answers, objects),
      best: bestCut(answers, objects),
      calibration: calibrationOf(answers),
      confusion: structuredClone(this.#confusion),
    };
  }

  /** COCO's figures, `bestF1`, `expectedError`, and the average precision of each class as `ap: <class>`. */
  measure(weights?: Weights): Measures {
    const averages = this.#records.map((record) => averagesOf(record, weights));
    const answers = this.#allAnswers();
    return new Map<string, number | null>([
      ...Object.entries(cocoFigures(averages)),
      ['bestF1', bestCut(answers, this.#objects(weights), weights)?.f1 ?? null],
      ['expectedError', calibrationOf(answers, weights).expectedError],
      ...this.#classes.names.map(
        (name, place) => [`ap: ${name}`, precisionFigures([averages[place]!]).ap] as const,
      ),
    ]);
  }

  #read({ truth, predictions }: DetectionImage): Scene {
    const objects = truth.map((each) => ({ ...each, shape: measureShape(each) }));
    const sorted = predictions
      .map((each) => ({ ...each, shape: measureShape(each), score: requireShare(each.score, 'score') }))
      .sort((a, b) => b.score - a.score);
    const overlaps = new Float64Array(sorted.length * objects.length);
    for (const [at, { shape }] of sorted.entries())
      for (const [place, object] of objects.entries())
        overlaps[at * objects.length + place] = overlapOf(shape, object.shape);
    return {
      truth: objects.map((each) => ({
        class: this.#classes.place(each.class),
        area: requireArea(each.area ?? each.shape.area),
      })),
      predicted: sorted.map(({ shape, score, ...each }) => ({
        ...{ class: this.#classes.place(each.class), area: shape.area, score },
      })),
      overlap: (prediction, object) => overlaps[prediction * objects.length + object]!,
    };
  }

  #confuse({ truth, predicted, overlap }: Scene): void {
    const shown = predicted.filter(({ score }) => score >= this.#threshold).map((each) => each.class);
    const actual = truth.map((each) => each.class);
    const pairs = pairObjects({ truth: actual, predicted: shown, overlap, least: this.#overlap });
    const { counts } = this.#confusion;
    const nothing = this.#classes.nothing;
    for (const pair of pairs) counts[actual[pair.truth]!]![shown[pair.prediction]!]!++;
    const found = new Set(pairs.map((pair) => pair.truth));
    const used = new Set(pairs.map((pair) => pair.prediction));
    for (const [at, was] of actual.entries()) if (!found.has(at)) counts[was]![nothing]!++;
    for (const [at, is] of shown.entries()) if (!used.has(at)) counts[nothing]![is]!++;
  }

  #classFigures(record: ClassRecord, place: number, averages: ClassAverages): ClassFigures {
    const objects = record.objects(ALL);
    return {
      class: this.#classes.names[place]!,
      objects,
      predictions: record.scores.length,
      ...precisionFigures([averages]),
      best: bestCut(answersOf([record]), objects),
    };
  }

  #objects(weights?: Weights): number {
    return this.#records.reduce((sum, record) => sum + record.objects(ALL, weights), 0);
  }

  #allAnswers(): Answers {
    this.#answers ??= answersOf(this.#records);
    return this.#answers;
  }
}

function addClass(record: ClassRecord, place: number, burst: number, scene: Scene): void {
  const ofClass = (list: readonly { class: number }[]) =>
    [...list.keys()].filter((at) => list[at]!.class === place);
  const [truth, predicted] = [ofClass(scene.truth), ofClass(scene.predicted)];
  record.add({
    burst,
    scores: predicted.map((at) => scene.predicted[at]!.score),
    match: {
      truth: truth.map((at) => scene.truth[at]!.area),
      predicted: predicted.map((at) => scene.predicted[at]!.area),
      overlap: (prediction, object) => scene.overlap(predicted[prediction]!, truth[object]!),
    },
  });
}

/** Each prediction is an answer: right if it has an object of its class at the chosen overlap. */
function answersOf(records: readonly ClassRecord[]): Answers {
  const answers = new Answers();
  for (const record of records) {
    const { scores, bursts } = record;
    record.walk(ALL, CHOSEN, undefined, (isRight, _, at) => answers.add(scores[at]!, isRight, bursts[at]!));
  }
  return answers;
}
