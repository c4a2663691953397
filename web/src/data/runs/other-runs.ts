import { type Run, useRuns } from './runs.ts';

/** Models to choose from. */
const CHOICES = 50;

/** The last models that this one can be compared with. */
export function useOtherRuns(dataset: string, { number: own }: Run): Run[] {
  const live = useRuns(dataset, CHOICES);
  const runs = live.state === 'ready' ? live.value : [];
  return runs.filter(({ number, state }) => state === 'ready' && number !== own);
}
