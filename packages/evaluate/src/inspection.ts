/** Good or bad: how many bad parts would be let through (escapes), and how many good ones thrown away (false rejects). */
import { lowerBound } from '../../look/src/bound.ts';
import type { Interval } from './resample.ts';

export interface InspectedImage {
  /** Images of one group are near copies: together they say as much as one. */
  group: number;
  isBad: boolean;
  /** From 0 to 1: how sure the model is that the part is bad. */
  badness: number;
}

/** Of the groups, those that the model is wrong about. */
export interface ErrorRate {
  count: number;
  share: number;
  /** Clopper and Pearson's: 95 % of such intervals contain the true share. */
  interval: Interval;
}

/** What happens if images with at least this badness are called bad. */
export interface OperatingPoint {
  threshold: number;
  escapes: ErrorRate;
  falseRejects: ErrorRate;
}

export interface InspectionFigures {
  /** A group with good and bad images counts as one of each. */
  groups: { good: number; bad: number };
  /** The share of pairs of a bad and a good group in which the bad one is surer to be bad: AUROC. Null unless there are both. */
  area: number | null;
  /** The best points that throw away so many of the good groups at most; null: none does that finds a bad one. */
  atMost: { falseRejects: number; point: OperatingPoint | null }[];
  /** Lowest threshold first, at most 200: each is the badness of a bad group. Empty unless there are good and bad ones. */
  curve: OperatingPoint[];
}

/** What lines are asked for. */
const AT_MOST = [0.01, 0.05];

/** Of an interval, above and below. */
const ONE_SIDE = 0.975;

/** A group is called bad if each of its bad images is, and good if each of its good ones is: neither error is said too low. */
export class Inspection {
  readonly #bad = new Map<number, number>();
  readonly #good = new Map<number, number>();

  add({ group, isBad, badness }: InspectedImage): void {
    if (isBad) this.#bad.set(group, Math.min(badness, this.#bad.get(group) ?? 1));
    else this.#good.set(group, Math.max(badness, this.#good.get(group) ?? 0));
  }

  /** What happens at a threshold; null unless there are good and bad ones. */
  at(threshold: number): OperatingPoint | null {
    const { bad, good } = this.#sorted();
    return bad.length > 0 && good.length > 0 ? pointAt(threshold, bad, good) : null;
  }

  #sorted() {
    const bad = Float64Array.from(this.#bad.values()).sort();
    const good = Float64Array.from(this.#good.values()).sort();
    return { bad, good };
  }

  figures(): InspectionFigures {
    const { bad, good } = this.#sorted();
    const groups = { good: good.length, bad: bad.length };
    if (good.length === 0 || bad.length === 0) return { groups, area: null, atMost: [], curve: [] };
    // Between two of these more good ones are thrown away, and no more bad ones are found.
    const thresholds = [...new Set(bad)];
    return {
      groups,
      area: areaOf(bad, good),
      atMost: AT_MOST.map((falseRejects) => ({
        falseRejects,
        point: bestOf(thresholds, falseRejects, { bad, good }),
      })),
      curve: thin(thresholds).map((threshold) => pointAt(threshold, bad, good)),
    };
  }
}

/** Rejects fall with the threshold, so the first one that keeps the limit finds most. */
function bestOf(
  thresholds: readonly number[],
  share: number,
  { bad, good }: Record<'bad' | 'good', Float64Array>,
): OperatingPoint | null {
  const found = thresholds.find((each) => good.length - countBelow(good, each) <= share * good.length);
  return found === undefined ? null : pointAt(found, bad, good);
}

/** Equal ones count half. */
function areaOf(bad: Float64Array, good: Float64Array): number {
  const wins = bad.reduce((sum, each) => sum + countBelow(good, each) + countBelow(good, each, true), 0);
  return wins / 2 / bad.length / good.length;
}

const pointAt = (threshold: number, bad: Float64Array, good: Float64Array): OperatingPoint => ({
  threshold,
  escapes: rateOf(countBelow(bad, threshold), bad.length),
  falseRejects: rateOf(good.length - countBelow(good, threshold), good.length),
});

/** Points at the low end, where an inspection is meant to be; between both ends; at the high end. */
const [LOW, BETWEEN, HIGH] = [100, 50, 50];

function thin<T>(all: readonly T[]): readonly T[] {
  const rest = all.length - LOW - HIGH;
  if (rest <= BETWEEN) return all;
  return [
    ...all.slice(0, LOW),
    ...Array.from({ length: BETWEEN }, (_, at) => all[LOW + Math.floor((at * rest) / BETWEEN)] as T),
    ...all.slice(-HIGH),
  ];
}

/**
 * @param sorted lowest first
 * @param orEqual counts those of this value too
 */
function countBelow(sorted: Float64Array, value: number, orEqual = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const upperBound = (count: number, all: number): number => 1 - lowerBound(all - count, all, ONE_SIDE);

const rateOf = (count: number, all: number): ErrorRate => ({
  count,
  share: count / all,
  interval: [lowerBound(count, all, ONE_SIDE), upperBound(count, all)],
});

/**
 * @param share the most that there may be of this error
 * @returns the point that keeps the limit and is best otherwise; undefined if only calling everything good would keep it
 */
export const choosePoint = (
  curve: readonly OperatingPoint[],
  kind: 'escapes' | 'falseRejects',
  share: number,
): OperatingPoint | undefined => {
  const keeps = (point: OperatingPoint): boolean => point[kind].share <= share;
  return kind === 'escapes' ? curve.findLast(keeps) : curve.find(keeps);
};

/** Nobody collects more. */
const MOST_LACKING = 1_000_000;

/**
 * How many more groups without an error would show that the share is at most this: that the upper end of its interval is.
 * @returns null if more than a million
 */
export function lackingFor(share: number, count: number, all: number): number | null {
  const shows = (more: number): boolean => upperBound(count, all + more) <= share;
  if (share === 0 || !shows(MOST_LACKING)) return null;
  let [low, high] = [-1, MOST_LACKING];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (shows(middle)) high = middle;
    else low = middle;
  }
  return high;
}
