/** What is kept of a class: 32 bytes for each prediction, 4 for each object. Nothing for an image. */
import { decimals, placesByScore, wholes } from './column.ts';
import {
  type MatchInput,
  MOST_PREDICTIONS,
  matchImage,
  OVERLAPS,
  RANGE_NAMES,
  rangesOf,
} from './match-image.ts';
import { type Weights, weightOf } from './resample.ts';

const RANGES = RANGE_NAMES.length;

export interface Found {
  burst: number;
  /** Of the predictions, highest first. */
  scores: readonly number[];
  match: MatchInput;
}

export class ClassRecord {
  readonly #overlaps: readonly number[];
  readonly #scores = decimals();
  readonly #bursts = wholes();
  /** The place of the prediction among those of its image, by score. */
  readonly #ranks = wholes();
  /** One for each area range: see matchImage. */
  readonly #words = wholes();
  /** The burst, and below it a bit for each area range. */
  readonly #objects = wholes();
  #order: Uint32Array | undefined;

  /** @param overlap the one that judges single predictions, beside COCO's ten */
  constructor(overlap: number) {
    this.#overlaps = [...OVERLAPS, overlap];
  }

  get scores(): Float64Array {
    return this.#scores.values;
  }

  get bursts(): Uint32Array {
    return this.#bursts.values;
  }

  get ranks(): Uint32Array {
    return this.#ranks.values;
  }

  add({ burst, scores, match }: Found): void {
    this.#order = undefined;
    for (const area of match.truth) this.#objects.push(burst * 2 ** RANGES + rangesOf(area));
    const seen = { ...match, predicted: match.predicted.slice(0, MOST_PREDICTIONS) };
    const words = RANGE_NAMES.map((range) => matchImage(seen, range, this.#overlaps));
    for (const rank of seen.predicted.keys()) {
      this.#scores.push(scores[rank]!);
      this.#bursts.push(burst);
      this.#ranks.push(rank);
      for (const each of words) this.#words.push(each[rank]!);
    }
  }

  /** The number of objects in the area range of this number. */
  objects(range: number, weights?: Weights): number {
    let sum = 0;
    for (const object of this.#objects.values)
      if ((object >>> range) & 1) sum += weightOf(weights, object >>> RANGES);
    return sum;
  }

  /**
   * Passes each prediction that counts, highest score first.
   * @param overlap the number of one of COCO's ten, or 10: the one of the constructor
   * @param visit takes the place of the prediction, too
   */
  walk(
    range: number,
    overlap: number,
    weights: Weights | undefined,
    visit: (isRight: boolean, weight: number, at: number) => void,
  ): void {
    this.#order ??= placesByScore(this.scores);
    const { bursts } = this;
    const words = this.#words.values;
    const ignored = overlap + this.#overlaps.length;
    for (const at of this.#order) {
      const word = words[at * RANGES + range]!;
      const weight = weightOf(weights, bursts[at]!);
      if (weight > 0 && !((word >>> ignored) & 1)) visit(((word >>> overlap) & 1) === 1, weight, at);
    }
  }
}
