/** What a job is to those who start it, work on it and show it (Contract 18). */
import type { WriteBatch } from 'firebase-admin/firestore';
import type { jobRecord } from '../../../../packages/records/src/job.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';

export type Job = RecordOf<typeof jobRecord>;

/** The payload of a task. `step`: a job takes only the task that was sent last. */
export interface Task {
  dataset: string;
  job: number;
  step: number;
}

/** What one attempt holds of a job: it writes only as long as no other has begun. */
export interface Held {
  dataset: string;
  job: Job;
  hold: string;
  /** Attempts since its last step, with this one. */
  tries: number;
  /** What the last step has left behind; null before the first. */
  cursor: unknown;
  /** By whose role in the dataset it works; empty: by none. */
  right: string;
  owner: string;
}

/**
 * Adds to the commit that ends a job what must be true with it. It is called again if the commit loses a race.
 * @param cursor what the last step has left behind; null before the first
 */
export type Beside = (batch: WriteBatch, cursor: unknown) => Promise<void>;

/** Attempts at one job, or at one step of it, before it has failed. */
export const MOST_TRIES = 5;
/** Jobs of one dataset that may wait. */
export const MOST_WAITING = 20;
/** Tasks of one owner's datasets that the queue may have: the rest of its 20 places is for others. */
export const TURNS = 4;
/** Milliseconds after which a job that nobody has touched is sent again. Whoever works on it touches it every `BEAT`. */
export const FORGOTTEN = 60_000;
export const BEAT = 5_000;

/** The queue of the function `work`. Its options are those of firebase-functions; the local stack takes them too. */
export const QUEUE = {
  retryConfig: { maxAttempts: MOST_TRIES, minBackoffSeconds: 1, maxBackoffSeconds: 30, maxDoublings: 5 },
  rateLimits: { maxConcurrentDispatches: 20, maxDispatchesPerSecond: 50 },
} as const;
/** Seconds of one task: the most that Cloud Tasks waits. */
export const TASK_SECONDS = 1_800;
