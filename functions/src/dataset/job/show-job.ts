import { isDeepStrictEqual } from 'node:util';
import { uidOf } from '../../common/access/permit-maker.ts';
import { type JobPage, jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { HttpError } from '../../common/errors.ts';
import { isOver, type Job } from '../../common/jobs/job.ts';
import type { Dataset } from '../../common/model.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';
import { followJob } from './follow-job.ts';
import { kindOf } from './kinds.ts';
import { takeTurns } from './take-turns.ts';

/**
 * Highest number first.
 * @throws HttpError `dataset not found`
 */
export async function listJobs({
  page,
  ...target
}: Target & { page: JobPage }): Promise<{ jobs: Job[]; next: number | null }> {
  const { id } = await requireDataset(target, 'viewer', datasets);
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
  const { id: dataset } = await requireDataset(target, 'viewer', datasets);
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
  const dataset = await requireDataset(target, 'viewer', datasets);
  const job = await requireJob(dataset.id, number);
  requireOwn(job, dataset, target);
  const dropped = (await kindOf(job)).drop?.(dataset.id, job, null);
  const ended = await jobs.end(dataset.id, job.number, null, { state: 'cancelled' }, dropped);
  if (ended) await takeTurns(dataset.owner);
  return ended ?? requireJob(dataset.id, number);
}

function requireOwn({ by }: Job, dataset: Dataset, target: Target): void {
  if (by === '' || by !== uidOf(target.caller)) mayUse(target, 'owner').judge(dataset);
}

const MOST_DIGITS = 9;

async function requireJob(dataset: string, number: string): Promise<Job> {
  const isNumber = /^[1-9]\d*$/.test(number) && number.length <= MOST_DIGITS;
  const job = isNumber ? await jobs.find(dataset, Number(number)) : null;
  if (!job) throw new HttpError('job not found', { id: number });
  return job;
}
