import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import type { Reply } from '../../common/http/route.ts';
import { isOver, type Job } from '../../common/jobs/job.ts';

interface Wait {
  dataset: string;
  number: number;
  /** Seconds. */
  wait: number;
  /** Of the caller. */
  signal: AbortSignal;
}

/** Milliseconds between two looks: few at first, because most work is short. */
const [FIRST_REST, LONGEST_REST] = [50, 1_000];

/** @returns as it is when `isEnough`, or after the wait; null if it is gone */
export const followJob = (
  { dataset, number, ...wait }: Wait,
  isEnough: (job: Job) => boolean,
): Promise<Job | null> =>
  lookUntil(
    () => jobs.find(dataset, number),
    (job) => job === null || isEnough(job),
    wait,
  );

/** @returns what is seen when it is enough, or after the wait */
export async function lookUntil<T>(
  look: () => Promise<T>,
  isEnough: (seen: T) => boolean,
  { wait, signal }: Pick<Wait, 'wait' | 'signal'>,
): Promise<T> {
  const end = Date.now() + wait * 1000;
  for (let rest = FIRST_REST; ; rest = Math.min(rest * 1.3, LONGEST_REST)) {
    const seen = await look();
    if (isEnough(seen) || Date.now() + rest > end) return seen;
    await sleep(rest, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

interface Asking {
  params: { dataset_id: string };
  query: Pick<Wait, 'wait'>;
  signal: AbortSignal;
}

/** What a route answers where its job has failed: nothing but that, and its reason. */
export const FAILURES = [
  ...(['change refused', 'suggest refused', 'acceptance closed'] as const),
  ...(['version failed', 'import failed', 'run failed'] as const),
];
type Failure = (typeof FAILURES)[number];

/** The answer of a route that has started a job: what the job has made, if it ends within the wait, else the job with 202. */
export async function answerJob(
  { number }: Pick<Job, 'number'>,
  { params, query, signal }: Asking,
  failure: Failure,
): Promise<Reply> {
  const job = await followJob({ dataset: params.dataset_id, number, signal, ...query }, isOver);
  if (job?.state === 'done') return done({ ...job.result });
  if (job && !isOver(job)) return answerPending({ job });
  throw new HttpError(failure, { reason: endOf(job) });
}

export const answerPending = (pending: { job: Job }): Reply => ({ status: 202, ...done(pending) });

/** Why a job that is over has made nothing. */
export const endOf = (job: Job | null): string => (job?.state === 'failed' ? job.reason : 'it was cancelled');
