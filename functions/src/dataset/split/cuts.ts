import { TRAINING_SETS } from '../../../../packages/records/src/lists.ts';
import type { PerSet } from '../../../../packages/records/src/per-set.ts';
import { discard, newIndexes } from './lists.ts';

/** TEST has the groups before `test`, VALIDATION those from there to `validation`, TRAIN the rest. */
export interface Cuts {
  test: number;
  validation: number;
}

/** How far from the nearest cuts a better pair is searched. Two is enough, because each set needs one group only. */
const REACH = 2;

/**
 * Cuts a list of groups by cumulative image count. Each cut is made where it is nearest to the target, so that every share
 * is off by at most one group. If that would leave a required set empty, the pair of cuts nearby with the smallest largest
 * error is taken.
 * @param sizes images of each group, in order, each at least 1
 * @param targets images wanted in each set; their sum is the number of images in the list
 * @param must the sets that must not be empty; ignored if they are more than the groups. A set with target 0 stays empty
 */
export function cutLine(sizes: ArrayLike<number>, targets: PerSet, must: PerSet<boolean>): Cuts {
  const ends = newIndexes(sizes.length + 1);
  for (let at = 0; at < sizes.length; at += 1) ends[at + 1] = ends[at]! + sizes[at]!;
  const nearest = {
    test: nearestEnd(ends, targets.TEST),
    validation: nearestEnd(ends, targets.TEST + targets.VALIDATION),
  };
  const isGood = isAllowed(nearest, sizes.length, targets, must);
  const cuts = isGood ? nearest : (bestNearby(nearest, ends, targets, must) ?? nearest);
  discard(ends);
  return cuts;
}

/** Index of the end nearest to the target; the lower one of two that are equally near. */
function nearestEnd(ends: Uint32Array, target: number): number {
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

function bestNearby(near: Cuts, ends: Uint32Array, targets: PerSet, must: PerSet<boolean>): Cuts | null {
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

function shareErrors({ test, validation }: Cuts, ends: Uint32Array, targets: PerSet): Errors {
  const errors = [
    Math.abs(ends[test]! - targets.TEST),
    Math.abs(ends[validation]! - ends[test]! - targets.VALIDATION),
    Math.abs(ends.at(-1)! - ends[validation]! - targets.TRAIN),
  ];
  return { worst: Math.max(...errors), total: errors.reduce((sum, error) => sum + error) };
}

const isLess = (a: Errors, b: Errors): boolean =>
  a.worst < b.worst || (a.worst === b.worst && a.total < b.total);
