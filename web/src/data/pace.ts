/** How fast somebody judges, and how long the rest takes. Times are milliseconds. Pure. */

/** Pauses are no part of the pace. */
const PAUSE = 60_000;
/** The last judgements tell more than the first. */
const RECENT = 30;

/** Moments of the last judgements. */
export type Pace = readonly number[];

export const judgedAt = (pace: Pace, now: number): Pace => [...pace, now].slice(-RECENT);

/** Milliseconds that so many images take; null where too few were judged to tell. */
export function timeFor(pace: Pace, images: number): number | null {
  const gaps = pace.slice(1).map((at, index) => at - (pace[index] as number));
  const work = gaps.filter((gap) => gap < PAUSE).toSorted((a, b) => a - b);
  const median = work[Math.floor(work.length / 2)];
  return work.length < 3 || median === undefined ? null : median * images;
}
