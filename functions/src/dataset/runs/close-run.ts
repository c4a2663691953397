import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { HttpError } from '../../common/errors.ts';
import { runIsolated } from '../../common/isolated/run-isolated.ts';
import type { Dataset } from '../../common/model.ts';
import { isTold, type Run, type RunCounts } from '../../common/runs/run-ports.ts';
import { finishRun, readingOf } from './finish-run.ts';
import type { GatherPorts } from './gather-run.ts';
import type { gatherTold } from './isolated-told.ts';
import { findRun, type RunTarget } from './show-run.ts';

/** What a run that is ready answers. */
export type ReadyRun = Pick<Run, 'number' | 'hash'> & { counts: RunCounts };

/**
 * Closes an open run: it takes no more predictions, and becomes ready (Contract 14). If a call was interrupted, the next one
 * goes on.
 * @throws HttpError `dataset not found`, `forbidden`, `run not found`, `run not open`
 */
export async function closeRun({
  signal,
  ...target
}: RunTarget & { signal: AbortSignal }): Promise<ReadyRun> {
  return closeFound({ ...(await findRun(target, 'editor')), reading: readingOf(target, signal) });
}

interface Found {
  dataset: Dataset;
  run: Run;
  reading: ReturnType<typeof readingOf>;
}

/** @throws HttpError `run not found`, `run not open` */
export async function closeFound({ dataset, run, reading }: Found): Promise<ReadyRun> {
  const { number } = run;
  const { signal } = reading;
  const closed = isTold(run) ? await runs.close(dataset.id, number) : run;
  const gather = (found: GatherPorts) =>
    runIsolated<typeof gatherTold>('gatherTold', {
      input: { type: dataset.type },
      ports: { ...found, told: () => runs.told(dataset.id, number) },
      ...reading,
    });
  const isClosing = closed && isTold(closed) && closed.state === 'building';
  const made = isClosing ? await finishRun({ dataset, number, signal }, gather) : closed;
  const ready = requireMade(made, number);
  while (await runs.removePredictions(dataset.id, number));
  return ready;
}

/** @throws HttpError `run not found`, `run not open` */
function requireMade(run: Run | null, number: number): ReadyRun {
  if (!run) throw new HttpError('run not found', { id: String(number) });
  const { counts, hash, state } = run;
  if (counts && isTold(run)) return { number, hash, counts };
  const reason = isTold(run) ? state : 'its predictions come as a file';
  throw new HttpError('run not open', { id: String(number), reason });
}
