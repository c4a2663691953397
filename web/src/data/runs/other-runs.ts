import { type Run, useRuns } from './runs.ts';

/** Models to choose from. */
const CHOICES = 50;

/** The last models whose predictions are all there. */
export function useReadyRuns(dataset: string): Run[] {
  const live = useRuns(dataset, CHOICES);
  const runs = live.state === 'ready' ? live.value : [];
  return runs.filter(({ state }) => state === 'ready');
}

/** The last models that this one can be compared with. */
export const useOtherRuns = (dataset: string, { number: own }: Run): Run[] =>
  useReadyRuns(dataset).filter(({ number }) => number !== own);
