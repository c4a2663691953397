import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isOver } from '../../../../packages/records/src/job.ts';
import { JOB_KINDS, JOB_STATES } from '../../../../packages/records/src/lists.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import { doneWith } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import type { Success } from '../../common/http/operation.ts';
import type { Reply } from '../../common/http/route.ts';
import type { Job } from '../../common/jobs/job.ts';
import { lazy } from '../../common/lazy.ts';

const LONGEST_WAIT = 50;
const NO_WAIT = `wait must be a whole number from 0 to ${LONGEST_WAIT}`;

/** @param usual seconds without the parameter */
export const waitField = (usual: number, description: string) =>
  z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^\d{1,2}$/, NO_WAIT)),
        z.pipe(z.transform(Number), z.number().check(z.lte(LONGEST_WAIT, NO_WAIT))),
      ),
      usual,
    )
    .check(
      about(description, {
        type: 'integer',
        minimum: 0,
        maximum: LONGEST_WAIT,
        default: usual,
        pattern: undefined,
      }),
    );

/** Of whatever starts a job: less than the 60 s after which Hosting gives up. */
export const startQuery = z.object({
  wait: waitField(
    40,
    'Seconds that the answer waits for the result. If it takes longer, it is 202 and the job.',
  ),
});

const millis = (description: string) => z.nullable(z.number()).check(about(description));

export const job = lazy(() =>
  z
    .object({
      number: z.int().check(z.gte(1)),
      kind: z.enum(JOB_KINDS),
      state: z.enum(JOB_STATES),
      input: z.record(z.string(), z.unknown()).check(about('What it works on; of a version: its number.')),
      done: z.int().check(z.gte(0), about('How much of `total` is done: images.')),
      total: z.nullable(z.int()).check(about('Null until it is known.')),
      message: z.string().check(about('What it is at.')),
      result: z
        .nullable(z.record(z.string(), z.unknown()))
        .check(about('Once it is done: what the route that started it answers.')),
      reason: z.string().check(about("Why it failed; `''` otherwise.")),
      by: z.string().check(about("uid of who started it; `''` for nobody that is known.")),
      createdAt: z.number().check(about('Unix milliseconds.')),
      startedAt: millis('Unix milliseconds; null until it runs.'),
      endedAt: millis('Unix milliseconds; null until it ends.'),
    })
    .check(z.meta({ id: 'Job', description: 'Long work, which goes on by itself.' })),
);

/**
 * The other answer of whatever starts a job.
 * @param same how the job is found again
 */
export const underWay = (
  same = 'The same `Idempotency-Key` finds the same job.',
): Readonly<Record<number, Success>> => ({
  202: {
    description: `It is not done yet, and goes on by itself. ${same}`,
    schema: doneWith({ job: job() }),
  },
});

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
  ...(['version failed', 'import failed', 'export failed', 'run failed'] as const),
];
type Failure = (typeof FAILURES)[number];

/**
 * A job that is done, or, after the wait, one that is under way.
 * @throws HttpError `failure`, if it has failed, was cancelled or is gone
 */
export async function awaitJob(wait: Wait, failure: Failure | 'evaluation failed'): Promise<Job> {
  const job = await followJob(wait, isOver);
  if (job && (job.state === 'done' || !isOver(job))) return job;
  throw new HttpError(failure, { reason: endOf(job) });
}

/** The answer of a route that has started a job: what the job has made, if it ends within the wait, else the job with 202. */
export async function answerJob(
  { number }: Pick<Job, 'number'>,
  { params, query, signal }: Asking,
  failure: Failure,
): Promise<Reply> {
  const job = await awaitJob({ dataset: params.dataset_id, number, signal, ...query }, failure);
  return isOver(job) ? done({ ...job.result }) : answerPending({ job });
}

export const answerPending = (pending: { job: Job }): Reply => ({ status: 202, ...done(pending) });

/** Why a job that is over has made nothing. */
export const endOf = (job: Job | null): string => (job?.state === 'failed' ? job.reason : 'it was cancelled');
