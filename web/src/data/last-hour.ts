/** Frames of a monitor over the last hour, counted by the indexes of its dataset: a count costs one read, however many they are. */
import { useQueries } from '@tanstack/react-query';
import { countImages } from './list-source.ts';
import { useNow } from './now.ts';

/** Milliseconds of a bar, and bars of an hour. */
export const STEP = 5 * 60_000;
const BARS = 12;
/** Milliseconds after which the bar that still grows is counted again. */
const AGAIN = 20_000;

export interface Bar {
  /** Unix milliseconds. */
  from: number;
  /** Null until they are counted. */
  frames: number | null;
}

/** Beginnings of the bars, oldest first; the last one is not over. Pure. */
export const barsUntil = (now: number): number[] => {
  const last = Math.floor(now / STEP) * STEP;
  return Array.from({ length: BARS }, (_, index) => last - (BARS - 1 - index) * STEP);
};

/** @param dataset where its frames go. @param isRunning while it runs, the last bar is counted again and again */
export function useLastHour(monitor: string, dataset: string, isRunning: boolean): readonly Bar[] {
  const starts = barsUntil(useNow());
  const growing = starts.at(-1);
  return useQueries({
    queries: starts.map((from) => ({
      // A bar that has grown for the last time is counted once more.
      queryKey: ['frames', dataset, monitor, from, from === growing],
      placeholderData: (before: number | undefined) => before,
      queryFn: () => countImages(dataset, { monitor, from, to: from + STEP - 1 }),
      staleTime: from === growing ? 0 : Number.POSITIVE_INFINITY,
      refetchInterval: from === growing && isRunning ? AGAIN : (false as const),
    })),
    combine: (results) =>
      results.map(({ data }, index) => ({ from: starts[index] as number, frames: data ?? null })),
  });
}
