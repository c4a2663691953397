/** Reports: how well runs agree with versions. They never change. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { RunComparison, RunReport } from '../../../../client/src/runs.ts';
import type { Dataset } from '../records/datasets.ts';
import { service } from '../service.ts';
import type { Run } from './runs.ts';

export type { RunComparison, RunReport };
export type TrainingSet = RunReport['set'];

/** What runs are compared with. */
export interface Against {
  version: number;
  set: TrainingSet;
  iou?: number;
  threshold?: number;
}

/** The service makes one report at a time, so a page asks for one after the other. */
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  const mine = turn.then(ask, ask);
  turn = mine.catch(() => {});
  return mine;
}

/** @param bad what the inspection of a report depends on besides */
const reportOf = (
  dataset: string,
  { number, hash }: Run,
  { against, bad = [] }: { against: Against | null; bad?: readonly string[] },
  isWanted: boolean,
) => ({
  queryKey: ['report', dataset, hash, against, bad],
  enabled: isWanted && against !== null && hash !== '',
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    inTurn(async () => {
      signal.throwIfAborted();
      const { runs } = service().datasets(dataset);
      return (await runs.evaluate(number, against ?? {}, { signal })).report;
    }),
});

/** @param isWanted whether the report of a run is asked for; @returns in the order of the runs */
export const useReports = (
  dataset: string,
  runs: readonly Run[],
  against: Against | null,
  isWanted: (run: Run) => boolean,
) => useQueries({ queries: runs.map((run) => reportOf(dataset, run, { against }, isWanted(run))) });

export function useReport({ id, tags }: Pick<Dataset, 'id' | 'tags'>, run: Run, against: Against | null) {
  const bad = tags.filter((tag) => tag.bad).map((tag) => tag.id);
  return useQuery(reportOf(id, run, { against, bad }, true));
}

/** Two runs on the same images: differences are those from one to the other. They never change. */
export const useComparison = (
  dataset: string,
  { from, to }: { from: Run; to: Run },
  { version, set }: Against,
) =>
  useQuery({
    queryKey: ['comparison', dataset, from.hash, to.hash, version, set],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      inTurn(() =>
        service().datasets(dataset).runs.compare(from.number, to.number, { version, set }, { signal }),
      ),
  });
