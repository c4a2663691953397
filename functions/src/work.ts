/** The `work` function: one task of a job at a time (Contract 18). Only Cloud Tasks calls it, as the functions' own account. */
import { HttpsError } from 'firebase-functions/https';
import type { Request } from 'firebase-functions/tasks';
import { ownAccount } from './common/adapters/queue/task-queue.ts';
import { isId } from './common/ids.ts';
import type { Task } from './common/jobs/job.ts';
import { log } from './common/log.ts';
import { workOnJob } from './dataset/job/work-on-job.ts';

/**
 * The platform lets nobody in but accounts that may invoke the function, and has verified their token. Of these only the one that
 * puts tasks into the queue counts. The functions emulator takes no tokens.
 * @throws HttpsError `permission-denied`, `invalid-argument`
 */
export async function runTask({ data, auth }: Request<unknown>): Promise<void> {
  const isOurs = auth === undefined || auth.token.email === (await ownAccount());
  if (!isOurs) throw refused('permission-denied', 'Only the queue may call this');
  await workOnJob(requireTask(data));
}

function requireTask(data: unknown): Task {
  const { dataset, job, step, ...more } = (data ?? {}) as Partial<Record<keyof Task, unknown>>;
  const isTask = typeof dataset === 'string' && isId(dataset) && isNumber(job) && isNumber(step);
  if (!isTask || Object.keys(more).length > 0) throw refused('invalid-argument', 'This is no task');
  return { dataset, job, step };
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function refused(code: 'permission-denied' | 'invalid-argument', text: string): HttpsError {
  log('WARNING', 'task refused', { reason: text });
  return new HttpsError(code, text);
}
