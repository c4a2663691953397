/** Frames of a monitor in the last hour. They are counted by queries, which cost one read each, however many frames there are. */
import { useQueries } from '@tanstack/react-query';
import { countImages } from '../images/list-source.ts';
import { useNow } from './now.ts';

/** Milliseconds per bar, and bars per hour. */
export const STEP = 5 * 60_000;
const BARS = 12;
/** Milliseconds between two counts of the last bar, which still grows. */
const RECOUNT_AFTER = 20_000;

export interface Bar {
  /** Unix milliseconds. */
  from: number;
  /** Null until they are counted. */
  frames: number | null;
}

/** Start times of the bars, oldest first; the last one is still in progress. Pure. */
export const barsUntil = (now: number): number[] => {
  const last = Math.floor(now / STEP) * STEP;
  return Array.from({ length: BARS }, (_, index) => last - (BARS - 1 - index) * STEP);
};

/** @param dataset that the frames go to @param isRunning whether the last bar is counted repeatedly */
export function useLastHour(monitor: string, dataset: string, isRunning: boolean): readonly Bar[] {
  const starts = barsUntil(useNow());
  const growing = starts.at(-1);
  return useQueries({
    queries: starts.map((from) => ({
      // The key changes when a bar is complete, so that it is counted a last time.
      queryKey: ['frames', dataset, monitor, from, from === growing],
      placeholderData: (before: number | undefined) => before,
      queryFn: () => countImages(dataset, { monitor, from, to: from + STEP - 1 }),
      staleTime: from === growing ? 0 : Number.POSITIVE_INFINITY,
      refetchInterval: from === growing && isRunning ? RECOUNT_AFTER : (false as const),
    })),
    combine: (results) =>
      results.map(({ data }, index) => ({ from: starts[index] as number, frames: data ?? null })),
  });
}
