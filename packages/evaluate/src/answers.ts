/** Answers with scores, each right or wrong: how far the scores can be trusted, and where to cut them off. */
import { decimals, placesByScore, wholes } from './column.ts';
import { type Weights, weightOf } from './resample.ts';

export class Answers {
  readonly #scores = decimals();
  /** Twice the burst, and one if right. */
  readonly #marks = wholes();
  #order: Uint32Array | undefined;

  add(score: number, isRight: boolean, burst: number): void {
    this.#order = undefined;
    this.#scores.push(score);
    this.#marks.push(2 * burst + Number(isRight));
  }

  /** Passes each answer, highest score first. */
  walk(weights: Weights | undefined, visit: (isRight: boolean, weight: number, score: number) => void): void {
    const [scores, marks] = [this.#scores.values, this.#marks.values];
    this.#order ??= placesByScore(scores);
    for (const at of this.#order) {
      const weight = weightOf(weights, marks[at]! >>> 1);
      if (weight > 0) visit((marks[at]! & 1) === 1, weight, scores[at]!);
    }
  }
}

/** What holds if answers with at least this score are taken. */
export interface Cut {
  score: number;
  precision: number;
  recall: number;
  f1: number;
}

function cutAt(score: number, right: number, answers: number, objects: number): Cut {
  const [precision, recall] = [right / answers, right / objects];
  return { score, precision, recall, f1: (2 * right) / (answers + objects) };
}

/**
 * @param objects how many there are to be found
 * @returns the highest score with the best F1; null if there is nothing to be found, or nothing right
 */
export function bestCut(answers: Answers, objects: number, weights?: Weights): Cut | null {
  let best: Cut | null = null;
  let [right, all, last] = [0, 0, Number.NaN];
  const close = () => {
    // Answers of one score are taken together or not at all.
    const f1 = (2 * right) / (all + objects);
    if (f1 > (best?.f1 ?? 0)) best = cutAt(last, right, all, objects);
  };
  answers.walk(weights, (isRight, weight, score) => {
    if (score !== last) close();
    last = score;
    all += weight;
    if (isRight) right += weight;
  });
  close();
  return best;
}

const CURVE_STEPS = 100;

/** Precision and recall at the scores 0, 0.01 … 1, without those that no answer reaches. */
export function curveOf(answers: Answers, objects: number): Cut[] {
  const cuts: Cut[] = [];
  if (objects === 0) return cuts;
  let [right, all, step] = [0, 0, CURVE_STEPS];
  const closeAbove = (score: number) => {
    for (; step >= 0 && step / CURVE_STEPS > score; step--)
      if (all > 0) cuts.push(cutAt(step / CURVE_STEPS, right, all, objects));
  };
  answers.walk(undefined, (isRight, weight, score) => {
    closeAbove(score);
    all += weight;
    if (isRight) right += weight;
  });
  closeAbove(-1);
  return cuts.reverse();
}

export interface Bin {
  answers: number;
  /** Mean score, and the share of right answers; null without answers. If scores can be trusted, they are equal. */
  score: number | null;
  right: number | null;
}

export interface Calibration {
  /** Of the scores 0 to 0.1, 0.1 to 0.2 and so on; the last one includes 1. */
  bins: Bin[];
  /** The mean distance between score and share of right answers in a bin, weighted by answers; null without answers. */
  expectedError: number | null;
}

const BINS = 10;

export function calibrationOf(answers: Answers, weights?: Weights): Calibration {
  const sums = Array.from({ length: BINS }, () => ({ answers: 0, scores: 0, right: 0 }));
  answers.walk(weights, (isRight, weight, score) => {
    const bin = sums[Math.min(BINS - 1, Math.floor(score * BINS))]!;
    bin.answers += weight;
    bin.scores += weight * score;
    if (isRight) bin.right += weight;
  });
  const all = sums.reduce((sum, bin) => sum + bin.answers, 0);
  const gaps = sums.reduce((sum, { scores, right }) => sum + Math.abs(scores - right), 0);
  return {
    bins: sums.map((sum) => ({
      answers: sum.answers,
      score: sum.answers ? sum.scores / sum.answers : null,
      right: sum.answers ? sum.right / sum.answers : null,
    })),
    expectedError: all ? gaps / all : null,
  };
}
