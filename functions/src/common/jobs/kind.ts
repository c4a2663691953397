/** What each kind of job says of its work. */
import type { Transaction, WriteBatch } from 'firebase-admin/firestore';
import type { Dataset } from '../model.ts';
import type { Beside, Job } from './job.ts';

export type Progress = Partial<Pick<Job, 'done' | 'total' | 'message'>>;

/** What a step leaves behind. `cursor`: where the next one begins; no two steps of a job have the same. */
export type Stepped<C> = Progress & { cursor: C };

/**
 * Adds to the commit of a step what becomes true with it. It is called again if the commit loses a race, with half the weight
 * if it was too large.
 */
export type Write<C> = (batch: WriteBatch, weight: number) => Promise<Stepped<C>>;

/** Makes a commit beside the steps fail once the attempt may write no more. @throws JobLost */
export type Guard = (transaction: Transaction) => Promise<void>;

/** One attempt at a job. */
export interface Doing {
  /** As it was at the last step. */
  dataset: Dataset;
  job: Job;
  /** Aborted when it was cancelled, another attempt has begun, or its time is over. */
  signal: AbortSignal;
  /** Shown within seconds. */
  report(progress: Progress): void;
  /** What the last step has left behind, whichever attempt it was of; null before the first. */
  cursor: unknown;
  /**
   * One commit: what `write` adds, and how far the job is with it. None is made any more once another attempt has begun, the job
   * has ended, or whoever started it may not change the dataset.
   * @param weight of the first attempt at the commit
   * @returns the new cursor
   */
  step<C extends object>(weight: number, write: Write<C>): Promise<C>;
  /** The same one at each commit of the attempt. */
  guard: Guard;
  /** Others wait: work that has taken a step should end with null now. */
  isTimeUp(): boolean;
}

/** `beside`: what must be true with the job's end. */
export interface Done {
  result: object;
  beside?: Beside;
}

export interface Kind {
  /** What whoever has started it must be all the time: `editor` unless given. */
  role?: 'viewer';
  /**
   * May be repeated after an interruption, and run twice at once.
   * @returns null: the next task of the job goes on from the last step
   * @throws JobFailed, and HttpErrors that are not temporary: it has failed. Anything else is tried again.
   */
  work(doing: Doing): Promise<Done | null>;
  /** What its end makes of what is half done. @param reason why it failed; null if it was cancelled */
  drop?(dataset: string, job: Job, reason: string | null): Beside;
  /**
   * How much is done of a job that is about to be cancelled, where that is more than its last step says. Nobody works on it.
   * @param cursor what the last step has left behind; null before the first
   */
  countDone?(dataset: string, job: Job, cursor: unknown): Promise<number>;
}

/** Somebody else works on the job, or it has ended. */
export class JobLost extends Error {}

/** A job cannot be done, and trying again would not help. The message is shown to people. */
export class JobFailed extends Error {}

/**
 * Work of many steps, from where an earlier attempt has stopped.
 * @param next the step that follows a cursor, and what is done once it is committed; null: there is none
 * @returns the last cursor; null if the time is up before that
 */
export async function inSteps<C extends object>(
  { cursor, step, isTimeUp, signal }: Pick<Doing, 'cursor' | 'step' | 'isTimeUp' | 'signal'>,
  begin: C,
  next: (cursor: C) => Promise<{ weight: number; write: Write<C>; after?: () => Promise<void> } | null>,
): Promise<C | null> {
  for (let at = (cursor as C | null) ?? begin; ; ) {
    signal.throwIfAborted();
    const following = await next(at);
    if (!following) return at;
    at = await step(following.weight, following.write);
    await following.after?.();
    if (isTimeUp()) return null;
  }
}
