/** The sets that an import file knows (Contract 4). */
export const TRAINING_SETS = ['TRAIN', 'TEST', 'VALIDATION'] as const;
export type TrainingSet = (typeof TRAINING_SETS)[number];

/** Something, mostly a number, for each of the three sets. */
export type PerSet<T = number> = Record<TrainingSet, T>;

/** TEST is the groups before `test`, VALIDATION those from there up to `validation`, TRAIN the rest. */
export interface Cuts {
  test: number;
  validation: number;
}

/** Further than this from the nearest cut no better pair of cuts is found: each of the sets takes one group. */
const REACH = 2;

/**
 * Cuts a line of groups by cumulative image count, each cut where it is nearest to what is asked, so that every
 * share is within one group. Where that would leave a set empty that must not be, the pair of cuts nearby is taken
 * whose worst share is best.
 * @param sizes images of each group, in order, each at least 1
 * @param targets images asked for each set, together all images of the line
 * @param must the sets that must not be empty; more of them than groups: none is heeded. A set with target 0 stays empty
 */
export function cutLine(sizes: readonly number[], targets: PerSet, must: PerSet<boolean>): Cuts {
  const ends = [0];
  for (const size of sizes) ends.push(ends.at(-1)! + size);
  const nearest = {
    test: nearestEnd(ends, targets.TEST),
    validation: nearestEnd(ends, targets.TEST + targets.VALIDATION),
  };
  if (isAllowed(nearest, sizes.length, targets, must)) return nearest;
  return bestNearby(nearest, ends, targets, must) ?? nearest;
}

/** Index of the end nearest to the target; the lower one of two that are equally near. */
function nearestEnd(ends: readonly number[], target: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low > 0 && target - ends[low - 1]! <= ends[low]! - target ? low - 1 : low;
}

function isAllowed(cuts: Cuts, groups: number, targets: PerSet, must: PerSet<boolean>): boolean {
  const has = {
    TEST: cuts.test > 0,
    VALIDATION: cuts.validation > cuts.test,
    TRAIN: cuts.validation < groups,
  };
  return TRAINING_SETS.every((set) => (has[set] ? targets[set] > 0 : !must[set]));
}

function bestNearby(
  near: Cuts,
  ends: readonly number[],
  targets: PerSet,
  must: PerSet<boolean>,
): Cuts | null {
  let best: Cuts | null = null;
  let bestErrors: Errors = { worst: Number.POSITIVE_INFINITY, total: 0 };
  for (const cuts of pairsAround(near, ends.length - 1)) {
    if (!isAllowed(cuts, ends.length - 1, targets, must)) continue;
    const errors = shareErrors(cuts, ends, targets);
    if (!isLess(errors, bestErrors)) continue;
    best = cuts;
    bestErrors = errors;
  }
  return best;
}

function* pairsAround(near: Cuts, groups: number): Generator<Cuts> {
  const around = (at: number) => [Math.max(0, at - REACH), Math.min(groups, at + REACH)] as const;
  const [firstTest, lastTest] = around(near.test);
  const [firstValidation, lastValidation] = around(near.validation);
  for (let test = firstTest; test <= lastTest; test++) {
    for (let validation = Math.max(test, firstValidation); validation <= lastValidation; validation++) {
      yield { test, validation };
    }
  }
}

interface Errors {
  worst: number;
  total: number;
}

function shareErrors({ test, validation }: Cuts, ends: readonly number[], targets: PerSet): Errors {
  const errors = [
    Math.abs(ends[test]! - targets.TEST),
    Math.abs(ends[validation]! - ends[test]! - targets.VALIDATION),
    Math.abs(ends.at(-1)! - ends[validation]! - targets.TRAIN),
  ];
  return { worst: Math.max(...errors), total: errors.reduce((sum, error) => sum + error) };
}

const isLess = (a: Errors, b: Errors): boolean =>
  a.worst < b.worst || (a.worst === b.worst && a.total < b.total);
