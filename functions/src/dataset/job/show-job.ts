import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { isOver } from '../../../../packages/records/src/job.ts';
import { JOB_KINDS, JOB_STATES } from '../../../../packages/records/src/lists.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { type JobPage, jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { HttpError } from '../../common/errors.ts';
import { about, id, oneOf } from '../../common/http/input/fields.ts';
import { afterNumber, limit } from '../../common/http/input/query-fields.ts';
import type { Job } from '../../common/jobs/job.ts';
import type { Dataset } from '../../common/model.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';
import { followJob, waitField } from './follow-job.ts';
import { kindOf } from './kinds.ts';
import { takeTurns } from './take-turns.ts';

export const jobPath = z.object({
  dataset_id: id('Dataset id'),
  job: z.string().check(about('Number of the job.', { pattern: '^[1-9][0-9]{0,8}$', example: '1' })),
});

export const jobsQuery = z.object({
  state: z.optional(oneOf('state', JOB_STATES)).check(about('Only jobs in this state.')),
  kind: z.optional(oneOf('kind', JOB_KINDS)).check(about('Only jobs of this kind.')),
  limit: limit(200, 'Jobs of a page.'),
  after: afterNumber('job'),
});

export const jobQuery = z.object({
  wait: waitField(
    0,
    'Seconds that the answer waits for something to change. That of a job that is over does not.',
  ),
});

/**
 * Highest number first.
 * @throws HttpError `dataset not found`
 */
export async function listJobs({
  page,
  ...target
}: Target & { page: JobPage }): Promise<{ jobs: Job[]; next: number | null }> {
  const { id } = await requireDataset(target, 'viewer');
  const { limit } = page;
  const found = await jobs.page(id, { ...page, limit: limit + 1 });
  const listed = found.slice(0, limit);
  return { jobs: listed, next: found.length > limit ? (listed.at(-1)?.number ?? null) : null };
}

/**
 * A job, at once or when it has changed.
 * @throws HttpError `dataset not found`, `job not found`
 */
export async function showJob({
  number,
  wait,
  signal,
  ...target
}: Target & { number: string; wait: number; signal: AbortSignal }): Promise<Job> {
  const { id: dataset } = await requireDataset(target, 'viewer');
  const first = await requireJob(dataset, number);
  const isNews = (job: Job) => isOver(job) || !isDeepStrictEqual(job, first);
  const job = await followJob({ dataset, number: first.number, wait, signal }, isNews);
  if (job === null) throw new HttpError('job not found', { id: number });
  return job;
}

/**
 * Ends a job that is not over; whoever works on it stops within seconds, and writes nothing any more.
 * @returns the job as it is then
 * @throws HttpError `dataset not found`, `job not found`, `forbidden` to whoever neither started it nor owns the dataset
 */
export async function cancelJob({ number, ...target }: Target & { number: string }): Promise<Job> {
  const dataset = await requireDataset(target, 'viewer');
  const job = await requireJob(dataset.id, number);
  requireOwn(job, dataset, target);
  const ended = await endAsCancelled(dataset.id, job);
  if (ended) await takeTurns(dataset.owner);
  return ended ?? requireJob(dataset.id, number);
}

/** @returns null if it has ended before */
async function endAsCancelled(dataset: string, job: Job): Promise<Job | null> {
  const { drop, countDone } = await kindOf(job);
  const [{ number }, dropped] = [job, drop?.(dataset, job, null)];
  if (!countDone) return jobs.end(dataset, number, null, { state: 'cancelled' }, dropped);
  for (;;) {
    const halted = await jobs.halt(dataset, number);
    if (!halted) return null;
    const done = await countDone(dataset, job, halted.cursor);
    // Its turn may have come meanwhile, and more may have been done.
    const ended = await jobs.end(dataset, number, '', { state: 'cancelled', done }, dropped);
    if (ended) return ended;
  }
}

function requireOwn({ by }: Job, dataset: Dataset, target: Target): void {
  if (by === '' || by !== uidOf(target.caller)) mayUse(target, 'owner').judge(dataset);
}

async function requireJob(dataset: string, number: string): Promise<Job> {
  const job = /^[1-9]\d{0,8}$/.test(number) ? await jobs.find(dataset, Number(number)) : null;
  if (!job) throw new HttpError('job not found', { id: number });
  return job;
}
