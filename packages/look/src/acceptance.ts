/** Suggestions that are accepted in bulk: which of them a person judges first, and what follows from that. */
import { lowerBound, sampleSize } from './bound.ts';
import { randomNumbers } from './random.ts';

export interface Suggestion {
  label: number;
  score: number;
}

/**
 * Which suggestions a person must judge: places in the list, ascending. They are spread evenly over classes, and within a
 * class over scores: one at random out of each of `size` equal parts, so all are equally likely to be judged.
 * @param seed the same list and seed give the same sample
 */
export function drawSample(suggestions: readonly Suggestion[], size: number, seed: number): number[] {
  const places = [...suggestions.keys()];
  if (size >= places.length) return places;
  const order = places.sort((a, b) => compare(suggestions[a]!, suggestions[b]!) || a - b);
  const random = randomNumbers(seed);
  const step = order.length / size;
  const chosen = new Set<number>();
  for (let part = 0; part < size; part++) {
    // Parts may share a suggestion at their edge.
    let place: number;
    do place = order[Math.min(order.length - 1, Math.floor((part + random()) * step))]!;
    while (chosen.has(place));
    chosen.add(place);
  }
  return [...chosen].sort((a, b) => a - b);
}

const compare = (a: Suggestion, b: Suggestion): number => a.label - b.label || a.score - b.score;

export interface Verdict {
  /** At least this share of all suggestions is right, with 95 % confidence. */
  bound: number;
  isEnough: boolean;
}

/** @param judged of the whole sample: whether the person agreed */
export function decide(judged: readonly boolean[], suggestions: number, precision: number): Verdict {
  const right = judged.filter(Boolean).length;
  // Nothing is left to estimate if all were judged.
  const bound =
    judged.length === suggestions && suggestions > 0 ? right / suggestions : lowerBound(right, judged.length);
  return { bound, isEnough: bound >= precision };
}

/** How many to judge out of so many. */
export const auditSize = (suggestions: number, precision: number): number =>
  Math.min(suggestions, sampleSize(precision));
