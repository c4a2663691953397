/** One task of a job: an attempt at it (Contract 18). */
import { judgeUid } from '../../common/access/permit.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { jobTurn } from '../../common/config.ts';
import { answerError, HttpError } from '../../common/errors.ts';
import { tellNow } from '../../common/hooks/deliver-messages.ts';
import { BEAT, type Held, MOST_TRIES, TASK_SECONDS, type Task } from '../../common/jobs/job.ts';
import { type Doing, JobFailed, JobLost, type Progress } from '../../common/jobs/kind.ts';
import { log, withLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { FAILURES } from './follow-job.ts';
import { kindOf } from './kinds.ts';
import { takeTurns } from './take-turns.ts';

/** Milliseconds of one attempt: a minute less than its task has, in which it can still say so. */
const LONGEST = (TASK_SECONDS - 60) * 1000;
const TOO_LONG = 'it took longer than 29 minutes';

/**
 * Tasks that are not the last one of their job are passed over: the queue may send one twice, or late.
 * @throws what may be temporary, after which the queue sends the task again
 */
export async function workOnJob(task: Task): Promise<void> {
  const { dataset, job } = task;
  await withLogFields({ dataset, job }, async () => {
    const held = await jobs.begin(dataset, job, task.step);
    if (held === null) return log('INFO', 'task passed over', { step: task.step });
    await tryOnce(held);
    await takeTurns(held.owner);
  });
}

async function tryOnce(held: Held): Promise<void> {
  const { dataset, job, hold } = held;
  const stop = new AbortController();
  const watch = watching(held, stop);
  const turn = Date.now() + jobTurn();
  try {
    const doing: Doing = {
      ...{ dataset: await requireRight(held), job, cursor: held.cursor },
      ...{ signal: stop.signal, report: watch.report, isTimeUp: () => Date.now() >= turn },
      guard: (transaction) => jobs.requireHeld(held, transaction),
      async step(weight, write) {
        doing.dataset = await requireRight(held);
        const cursor = await jobs.step(held, weight, write);
        if (cursor === null) throw new JobLost();
        Object.assign(held, { cursor, tries: 1 });
        doing.cursor = cursor;
        watch.stepped();
        return cursor;
      },
    };
    const done = await (await kindOf(job)).work(doing);
    if (done) {
      await jobs.end(dataset, job.number, hold, { state: 'done', result: done.result }, done.beside);
      await tellNow({ kind: 'dataset', id: dataset });
    } else await jobs.pass(held);
  } catch (error) {
    await fail(held, stop.signal.aborted ? stop.signal.reason : error);
  } finally {
    watch.end();
  }
}

/** Notes progress, and that somebody works on the job, until its end. */
function watching(held: Held, stop: AbortController) {
  let progress: Progress = {};
  let isNoted = false;
  const beat = setInterval(() => {
    // A step notes it too, and each would lose a race against the other.
    if (isNoted) isNoted = false;
    else {
      const noted = jobs.note(held, progress);
      // One that fails is made up for by the next one.
      noted.then((isHeld) => isHeld || stop.abort(new JobLost())).catch(() => {});
    }
  }, BEAT);
  const late = setTimeout(() => stop.abort(new JobFailed(TOO_LONG)), LONGEST);
  return {
    report: (more: Progress) => {
      progress = { ...progress, ...more };
    },
    stepped: () => {
      progress = {};
      isNoted = true;
    },
    end: () => {
      clearInterval(beat);
      clearTimeout(late);
    },
  };
}

/** @throws JobFailed if the dataset is gone, or whoever started the job may no longer change it */
async function requireRight({ dataset: id, job, right }: Held): Promise<Dataset> {
  const dataset = await datasets.find(id);
  if (!dataset) throw new JobFailed('the dataset was deleted');
  const { role = 'editor' } = await kindOf(job);
  if (right !== '' && judgeUid(right, dataset, role) !== 'yes')
    throw new JobFailed('whoever started it may not change the dataset any more');
  return dataset;
}

async function fail(held: Held, error: unknown): Promise<void> {
  const { dataset, job, hold, tries } = held;
  if (error instanceof JobLost) return log('INFO', 'job left');
  const reason = reasonOf(error) ?? (tries < MOST_TRIES ? null : `it was tried ${tries} times, and failed`);
  if (reason === null) throw error;
  const dropped = (await kindOf(job)).drop?.(dataset, job, reason);
  await jobs.end(dataset, job.number, hold, { state: 'failed', reason }, dropped);
  await tellNow({ kind: 'dataset', id: dataset });
  log('WARNING', 'job failed', { reason });
}

/** Null for what may be temporary. */
function reasonOf(error: unknown): string | null {
  if (error instanceof JobFailed) return error.message;
  if (!(error instanceof HttpError)) return null;
  // The route that waits for the job says the rest.
  const { reason } = error.particulars;
  if (FAILURES.some((code) => code === error.code) && typeof reason === 'string') return reason;
  const { status, body } = answerError(error, 'dataset');
  return status < 500 && status !== 429 ? (body as { result: string }).result : null;
}
