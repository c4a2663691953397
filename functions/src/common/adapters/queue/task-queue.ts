/** Cloud Tasks, by the client of firebase-admin, which also speaks to its emulator (`CLOUD_TASKS_EMULATOR_HOST`). */
import { createHash } from 'node:crypto';
import { getFunctions, type TaskQueue } from 'firebase-admin/functions';
import { withTimeout } from '../../concurrency/timeout.ts';
import { functionsRegion } from '../../config.ts';
import { TASK_SECONDS, type Task } from '../../jobs/job.ts';
import { lazy } from '../../lazy.ts';
import { app } from '../firebase.ts';

/** Milliseconds for one call. */
const PATIENCE = 10_000;

const queue = lazy(
  (): TaskQueue => getFunctions(app()).taskQueue(`locations/${functionsRegion()}/functions/work`),
);

/** Ids of datasets may have characters that names of tasks may not. */
const nameOf = ({ dataset, job, step }: Task): string =>
  [createHash('sha256').update(dataset).digest('hex').slice(0, 24), job, step].join('-');

/** Of the functions, in whose name tasks are delivered. Its emulator delivers them in the name that the client makes up. */
export const ownAccount = lazy(async (): Promise<string | undefined> => {
  if (process.env.CLOUD_TASKS_EMULATOR_HOST) return 'emulated-service-acct@email.com';
  const { GoogleAuth } = await import('google-auth-library');
  return (await new GoogleAuth().getCredentials()).client_email;
});

/** Sending a task again is nothing: the queue keeps the names of those it had. */
export async function enqueue(task: Task): Promise<void> {
  const options = { id: nameOf(task), dispatchDeadlineSeconds: TASK_SECONDS };
  const sent = queue().enqueue(task, options);
  await withTimeout(PATIENCE, 'cloud tasks', sent).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'functions/task-already-exists') throw error;
  });
}
