/**
 * Suggestions that are accepted in bulk: which of them a person reviews first, and what follows from that, class by class.
 *
 * One bound for all would hide the rare class: of 1,000 parts of which 20 are bad, 95 % are right although every bad one is
 * called good. So two things are promised: of what is called X, how much is right; and of each class Y, how many may be among
 * the images that get another class.
 */
import { leastRight, leastShare, mostOf, sampleSize } from './bound.ts';
import { randomNumbers } from './random.ts';

export interface Suggestion {
  label: number;
  score: number;
}

/** Of one class: how many suggestions it has, and how many images people have given it. */
export interface ClassCount {
  suggested: number;
  known: number;
}

/**
 * How many suggestions of each class a person must review so that, if all of them are right, `precision` is shown of that class,
 * and no other class can lose more images in it than are known.
 */
export function auditSizes(classes: readonly ClassCount[], precision: number): number[] {
  const forPrecision = sampleSize(precision);
  return classes.map(({ suggested }, label) => {
    const known = Math.min(...classes.filter((_, other) => other !== label).map((each) => each.known));
    const forLoss = Number.isFinite(known) ? Math.floor(suggested * leastShare(known)) + 1 : 0;
    return Math.min(suggested, Math.max(forPrecision, forLoss));
  });
}

/**
 * Which suggestions a person must review: places in the list, ascending. Within a class they are spread over its scores: one at
 * random out of each of its equal parts, so all of a class are equally likely to be reviewed.
 * @param sizes how many of each label
 * @param seed the same list and seed give the same sample
 */
export function drawSample(
  suggestions: readonly Suggestion[],
  sizes: readonly number[],
  seed: number,
): number[] {
  const random = randomNumbers(seed);
  const byLabel = Map.groupBy(suggestions.keys(), (place) => suggestions[place]!.label);
  return sizes
    .flatMap((size, label) => {
      const places = byLabel.get(label) ?? [];
      const order = places.sort((a, b) => suggestions[a]!.score - suggestions[b]!.score || a - b);
      return drawSpread(order, size, random);
    })
    .sort((a, b) => a - b);
}

function drawSpread(order: readonly number[], size: number, random: () => number): readonly number[] {
  if (size >= order.length) return order;
  const step = order.length / size;
  const chosen = new Set<number>();
  for (let part = 0; part < size; part++) {
    // Parts may share a suggestion at their edge.
    let place: number;
    do place = order[Math.min(order.length - 1, Math.floor((part + random()) * step))]!;
    while (chosen.has(place));
    chosen.add(place);
  }
  return [...chosen];
}

/** What a person says of a suggestion of the sample. */
export interface Reviewed {
  /** What was suggested. */
  label: number;
  isCorrect: boolean;
  /** The class of one that is not correct; null: not known, so it may be any other. */
  truth: number | null;
}

export interface ClassVerdict extends ClassCount {
  reviewed: number;
  /** At least this share of what is called so is right, with 95 % confidence; null where nothing is called so. */
  bound: number | null;
  /** At most so many images of this class get another one, with 95 % confidence. */
  lostAtMost: number;
  /** Of what is called so, enough is right, and no more of this class may be lost than is known of it. */
  isEnough: boolean;
}

/**
 * @param reviewed the whole sample
 * @returns by label. `known` counts what the review itself has added
 */
export function decide(
  classes: readonly ClassCount[],
  reviewed: readonly Reviewed[],
  precision: number,
): ClassVerdict[] {
  const of = classes.map((_, label) => reviewed.filter((each) => each.label === label));
  return classes.map(({ suggested, known }, label) => {
    const own = of[label]!;
    const correct = own.filter(({ isCorrect }) => isCorrect).length;
    const others = [...classes.keys()].filter((other) => other !== label && classes[other]!.suggested > 0);
    const named = reviewed.filter(({ isCorrect, truth }) => !isCorrect && truth === label).length;
    const perhaps = others
      .flatMap((other) => of[other]!)
      .filter(({ isCorrect, truth }) => !isCorrect && truth === null);
    const share = Math.min(1, ...others.map((other) => of[other]!.length / classes[other]!.suggested));
    const left = others.reduce((sum, other) => sum + classes[other]!.suggested - of[other]!.length, 0);
    const found = named + perhaps.length;
    const lostAtMost = Math.min(left, mostOf(found, share, found + left) - found);
    const bound = suggested === 0 ? null : leastRight(correct, own.length, suggested);
    const nowKnown = known + correct + named;
    return {
      ...{ suggested, known: nowKnown, reviewed: own.length, bound, lostAtMost },
      isEnough: (bound === null || bound >= precision) && lostAtMost <= nowKnown,
    };
  });
}
