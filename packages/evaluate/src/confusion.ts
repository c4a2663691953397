/** Which class was taken for which; "nothing" is the last one: an object that was missed, or a prediction without object. */
export interface Confusion {
  /** Without "nothing". */
  classes: readonly string[];
  /** A row for each true class, a column for each predicted one. */
  counts: number[][];
}

export function makeConfusion(classes: readonly string[]): Confusion {
  const side = [...classes, 'nothing'];
  return { classes, counts: side.map(() => side.map(() => 0)) };
}

export interface Pair {
  truth: number;
  prediction: number;
}

export interface PairInput {
  /** Class numbers. */
  truth: readonly number[];
  /** Class numbers, highest score first. */
  predicted: readonly number[];
  overlap: (prediction: number, truth: number) => number;
  least: number;
}

/**
 * Pairs predictions with objects of any class, each at most once, the largest overlaps first. Of equal overlaps those of
 * the same class go first, then higher scores.
 */
export function pairObjects({ truth, predicted, overlap, least }: PairInput): Pair[] {
  const near = predicted.flatMap((is, prediction) =>
    truth.flatMap((was, object) => {
      const share = overlap(prediction, object);
      return share < least ? [] : [{ prediction, truth: object, share, same: Number(is === was) }];
    }),
  );
  near.sort((a, b) => b.share - a.share || b.same - a.same || a.prediction - b.prediction);
  const [found, used] = [new Set<number>(), new Set<number>()];
  return near.filter((pair) => {
    if (found.has(pair.truth) || used.has(pair.prediction)) return false;
    found.add(pair.truth);
    used.add(pair.prediction);
    return true;
  });
}
