/** The class that a model gave each image, beside the one that people gave it. */
import { Answers, bestCut, type Calibration, type Cut, calibrationOf, curveOf } from './answers.ts';
import { wholes } from './column.ts';
import { type Confusion, makeConfusion } from './confusion.ts';
import { Bursts, ClassList, requireShare } from './input.ts';
import { type Measured, type Measures, type Weights, weightOf } from './resample.ts';

export interface ClassifiedImage {
  /** Images of a burst are near copies. Bursts are numbered from 0, without gaps. */
  burst: number;
  truth: string;
  /** The answer is the one with the highest score, of equal ones the first. `score`: 0 to 1. */
  predictions: readonly { class: string; score: number }[];
}

export interface ClassificationOptions {
  classes: readonly string[];
  /** An answer with a lower score is "nothing". Curve, best score and calibration take all answers. */
  threshold?: number;
}

export interface ClassShares {
  class: string;
  images: number;
  /** Right answers among those with this class; null without any. */
  precision: number | null;
  /** Right answers among the images of this class; null without any. */
  recall: number | null;
  f1: number | null;
}

export interface ClassificationFigures {
  images: number;
  /** The share of right answers; "nothing" is wrong. Null without images. */
  accuracy: number | null;
  /** The mean recall of the classes that have images: a rare class counts as much as a frequent one. */
  balancedAccuracy: number | null;
  classes: ClassShares[];
  curve: Cut[];
  best: Cut | null;
  calibration: Calibration;
  confusion: Confusion;
}

export class ClassificationEvaluator implements Measured {
  readonly #classes: ClassList;
  readonly #threshold: number;
  readonly #bursts = new Bursts();
  /** For each image its burst, and its cell of the confusion. */
  readonly #ofImages = wholes();
  readonly #cells = wholes();
  readonly #answers = new Answers();

  constructor({ classes, threshold = 0 }: ClassificationOptions) {
    this.#classes = new ClassList(classes);
    this.#threshold = requireShare(threshold, 'threshold');
  }

  get bursts(): number {
    return this.#bursts.count;
  }

  /** @throws RangeError if something is malformed; then nothing of the image was added */
  add({ burst, truth, predictions }: ClassifiedImage): void {
    const was = this.#classes.place(truth);
    const scored = predictions.map((each) => ({
      ...{ is: this.#classes.place(each.class), score: requireShare(each.score, 'score') },
    }));
    const [answer] = scored.sort((a, b) => b.score - a.score);
    const is = answer && answer.score >= this.#threshold ? answer.is : this.#classes.nothing;
    this.#bursts.see(burst);
    this.#ofImages.push(burst);
    this.#cells.push(was * this.#side + is);
    if (answer) this.#answers.add(answer.score, answer.is === was, burst);
  }

  figures(): ClassificationFigures {
    const confusion = this.#confuse();
    const images = this.#cells.values.length;
    return {
      images,
      accuracy: accuracyOf(confusion.counts),
      balancedAccuracy: balancedOf(confusion.counts),
      classes: this.#classes.names.map((name, place) => ({
        class: name,
        ...shares(confusion.counts, place),
      })),
      curve: curveOf(this.#answers, images),
      best: bestCut(this.#answers, images),
      calibration: calibrationOf(this.#answers),
      confusion,
    };
  }

  /** `accuracy`, `balancedAccuracy`, `bestF1`, `expectedError`, and the F1 of each class as `f1: <class>`. */
  measure(weights?: Weights): Measures {
    const { counts } = this.#confuse(weights);
    return new Map<string, number | null>([
      ['accuracy', accuracyOf(counts)],
      ['balancedAccuracy', balancedOf(counts)],
      ['bestF1', bestCut(this.#answers, sumOf(counts.flat()), weights)?.f1 ?? null],
      ['expectedError', calibrationOf(this.#answers, weights).expectedError],
      ...this.#classes.names.map((name, place) => [`f1: ${name}`, shares(counts, place).f1] as const),
    ]);
  }

  get #side(): number {
    return this.#classes.nothing + 1;
  }

  #confuse(weights?: Weights): Confusion {
    const confusion = makeConfusion(this.#classes.names);
    const bursts = this.#ofImages.values;
    for (const [at, cell] of this.#cells.values.entries())
      confusion.counts[Math.floor(cell / this.#side)]![cell % this.#side]! += weightOf(weights, bursts[at]!);
    return confusion;
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const accuracyOf = (counts: readonly number[][]): number | null =>
  share(sumOf(counts.map((row, place) => row[place]!)), sumOf(counts.flat()));

function balancedOf(counts: readonly number[][]): number | null {
  const recalls = counts.map((row, place) => share(row[place]!, sumOf(row))).filter((each) => each !== null);
  return share(sumOf(recalls), recalls.length);
}

function shares(counts: readonly number[][], place: number): Omit<ClassShares, 'class'> {
  const right = counts[place]![place]!;
  const images = sumOf(counts[place]!);
  const answers = sumOf(counts.map((row) => row[place]!));
  return {
    images,
    precision: share(right, answers),
    recall: share(right, images),
    f1: share(2 * right, images + answers),
  };
}
