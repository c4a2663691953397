import { isOver } from '../../../packages/records/src/job.ts';
import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { HttpError } from '../common/errors.ts';
import type { Kind } from '../common/jobs/kind.ts';
import { awaitJob } from './job/follow-job.ts';
import { startJob } from './job/start-job.ts';
import { requireDataset, type Target } from './require-dataset.ts';

/** From so many images on, by the counter as it is, a job counts: up to here it takes a few seconds at most. */
const MANY = 10_000;
/** Seconds: what the function has, less what the answer takes. */
const WAIT = 3_500;

/**
 * Counts images and annotations again from the image records (Spec 4.1, Contract 4), and publishes the totals on the
 * dataset, its tag documents and its list of tags. The answer waits for that; whoever asks again meanwhile waits for the same job.
 * @param signal of the caller
 * @throws HttpError `dataset not found`, `forbidden`, `jobs enough`, `change refused` if the job has failed or was cancelled
 */
export async function refreshCounters({
  signal,
  ...target
}: Target & { signal: AbortSignal }): Promise<void> {
  const dataset = await requireDataset(target, 'editor');
  if (dataset.imageCounter < MANY) return counters.recount(dataset.id);
  const { caller } = target;
  const asked = { kind: 'recount', caller, request: null, isAlone: true } as const;
  const { number } = await startJob(dataset, asked, async () => ({}));
  const job = await awaitJob({ dataset: dataset.id, number, wait: WAIT, signal }, 'change refused');
  if (!isOver(job)) throw new HttpError('unavailable');
}

/** What it writes is exact whenever it is written, so it may be repeated at will. */
export const recountJob: Kind = {
  async work({ dataset, signal }) {
    signal.throwIfAborted();
    await counters.recount(dataset.id);
    return { result: {} };
  },
};
