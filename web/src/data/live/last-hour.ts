/** Frames of a monitor in the last hour. They are counted by queries, which cost one read each, however many frames there are. */
import { useQueries } from '@tanstack/react-query';
import { type Bar, barsUntil, STEP } from '../cameras/flow.ts';
import { countImages } from '../images/list-source.ts';
import { useNow } from './now.ts';

/** Milliseconds between two counts of the last bar, which still grows. */
const RECOUNT_AFTER = 20_000;

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
