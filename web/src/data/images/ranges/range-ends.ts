/** Where reading a long list can continue: at the older end of each loaded range. Pure. */

export interface RangeEnd {
  /** Number of the oldest image of the range. */
  number: number;
  /** The cursor from which the next older images are read. */
  next: string;
}

/** The end of the nearest range with newer images. */
export const nearestEndAbove = (ends: readonly RangeEnd[], number: number): RangeEnd | undefined =>
  ends.filter((end) => end.number > number).toSorted((a, b) => a.number - b.number)[0];

/** Renumbers the ends between two numbers, as `Ranges.shift` does with the ranges. */
export const shiftEnds = (
  ends: readonly RangeEnd[],
  { from, to, by }: { from: number; to: number; by: number },
): RangeEnd[] =>
  ends.map((end) => (end.number >= from && end.number < to ? { ...end, number: end.number + by } : end));

/** @param removed numbers of images that were removed: all newer images move down */
export const endsAfterRemoval = (ends: readonly RangeEnd[], removed: readonly number[]): RangeEnd[] =>
  ends.map((end) => ({
    ...end,
    number: end.number - removed.filter((number) => number < end.number).length,
  }));

/** Without the ends of ranges that were dropped. */
export const endsOfRanges = (ends: readonly RangeEnd[], ranges: readonly { start: number }[]): RangeEnd[] => {
  const starts = new Set(ranges.map(({ start }) => start));
  return ends.filter(({ number }) => starts.has(number));
};
