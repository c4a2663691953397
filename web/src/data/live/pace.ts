/** How fast somebody judges images, and how long the remaining ones will take. Times are in milliseconds. Pure. */

/** A longer gap between two judgements is a pause, and is ignored. */
const PAUSE = 60_000;
/** Only so many judgements count: recent ones predict better than early ones. */
const RECENT = 30;

/** Times of the last judgements. */
export type Pace = readonly number[];

export const judgedAt = (pace: Pace, now: number): Pace => [...pace, now].slice(-RECENT);

/** Estimated milliseconds for a number of images; null if too few have been judged for an estimate. */
export function timeFor(pace: Pace, images: number): number | null {
  const gaps = pace.slice(1).map((at, index) => at - (pace[index] as number));
  const work = gaps.filter((gap) => gap < PAUSE).toSorted((a, b) => a - b);
  const median = work[Math.floor(work.length / 2)];
  return work.length < 3 || median === undefined ? null : median * images;
}
