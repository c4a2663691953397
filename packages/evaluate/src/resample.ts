/**
 * Intervals by resampling whole bursts (the bootstrap): frames of a burst are near copies, so an interval that took them
 * for independent images would be too narrow.
 */
import { randomNumbers } from '../../look/src/random.ts';

/** How often each burst was drawn. */
export type Weights = Uint32Array;

/** Figures by name; null where nothing defines one, as the precision of a class without objects. */
export type Measures = Map<string, number | null>;

export interface Measured {
  /** One more than the highest number of a burst. */
  readonly bursts: number;
  /** The figures, as if the images of each burst had been added as often as its weight says. */
  measure(weights?: Weights): Measures;
}

export interface Resampling {
  /** The same seed draws the same bursts. */
  seed: number;
  /** How many times the bursts are drawn. */
  times?: number;
  /** Of the draws within the interval. */
  share?: number;
}

export type Interval = readonly [low: number, high: number];

export interface Estimate {
  value: number | null;
  /** Null if too few draws have this figure. */
  interval: Interval | null;
}

export interface Difference {
  a: number | null;
  b: number | null;
  /** Of b minus a. */
  difference: Estimate;
}

const TIMES = 1000;
const SHARE = 0.95;

export const weightOf = (weights: Weights | undefined, burst: number): number =>
  weights ? (weights[burst] ?? 0) : 1;

/** Work that pauses after each draw, for callers who have other things to do meanwhile. Its last value is the result. */
export type Drawing<T> = Generator<void, T>;

export const estimate = (subject: Measured, options: Resampling): Map<string, Estimate> =>
  finish(estimating(subject, options));

export function* estimating(subject: Measured, options: Resampling): Drawing<Map<string, Estimate>> {
  const drawn: Measures[] = [];
  for (const weights of drawBursts(subject.bursts, options)) {
    drawn.push(subject.measure(weights));
    yield;
  }
  return new Map(
    Array.from(subject.measure(), ([name, value]) => [
      name,
      { value, interval: value === null ? null : intervalOf(drawn, name, options.share) },
    ]),
  );
}

/** Both must have the same images, with the same numbers of bursts: each draw measures both on the same bursts. */
export const compare = (a: Measured, b: Measured, options: Resampling): Map<string, Difference> =>
  finish(comparing(a, b, options));

export function* comparing(a: Measured, b: Measured, options: Resampling): Drawing<Map<string, Difference>> {
  const difference = {
    bursts: Math.max(a.bursts, b.bursts),
    measure: (weights?: Weights) => subtract(b.measure(weights), a.measure(weights)),
  };
  const [ofA, ofB] = [a.measure(), b.measure()];
  return new Map(
    Array.from(yield* estimating(difference, options), ([name, each]) => [
      name,
      { a: ofA.get(name) ?? null, b: ofB.get(name) ?? null, difference: each },
    ]),
  );
}

function finish<T>(drawing: Drawing<T>): T {
  let step = drawing.next();
  while (!step.done) step = drawing.next();
  return step.value;
}

function subtract(from: Measures, what: Measures): Measures {
  const names = [...from.keys()].filter((name) => what.has(name));
  return new Map(
    names.map((name) => {
      const [minuend, subtrahend] = [from.get(name) ?? null, what.get(name) ?? null];
      return [name, minuend === null || subtrahend === null ? null : minuend - subtrahend];
    }),
  );
}

function intervalOf(drawn: readonly Measures[], name: string, share = SHARE): Interval | null {
  const values = drawn.flatMap((measures) => measures.get(name) ?? []).sort((a, b) => a - b);
  const outside = Math.floor((values.length * (1 - share)) / 2);
  const [low, high] = [values[outside], values[values.length - 1 - outside]];
  return low === undefined || high === undefined ? null : [low, high];
}

function* drawBursts(bursts: number, { seed, times = TIMES }: Resampling): Generator<Weights> {
  const random = randomNumbers(seed);
  for (let time = 0; time < times; time++) {
    const weights = new Uint32Array(bursts);
    for (let draw = 0; draw < bursts; draw++) weights[Math.floor(random() * bursts)]!++;
    yield weights;
  }
}
