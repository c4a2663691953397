/** Which jobs the queue has: owners of datasets share its places (Contract 18). */
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { TURNS } from '../../common/jobs/job.ts';
import { logging } from '../../common/log.ts';

/** Sends what waits of an owner's, the oldest first, as long as few of it are in the queue. */
export async function takeTurns(owner: string): Promise<void> {
  while ((await jobs.sentOf(owner)) < TURNS) {
    const next = await jobs.nextOf(owner);
    if (!next) return;
    await sendJob(next, 'waiting');
  }
}

/** A task that the queue does not take is lost: the job is sent again when nobody has touched it for a minute. */
async function sendJob(
  { dataset, number }: { dataset: string; number: number },
  from: 'waiting' | 'sent',
): Promise<void> {
  const step = await jobs.send(dataset, number, from);
  if (step === null) return;
  // The client of Cloud Tasks is loaded when something is sent.
  const { enqueue } = await import('../../common/adapters/queue/task-queue.ts');
  await enqueue({ dataset, job: number, step }).catch(
    logging('ERROR', 'task not enqueued', { dataset, job: number }),
  );
}

/** Called every minute: what was lost on its way, what was left by a worker that has ended, and what waits for its turn. */
export async function resendJobs(now: number): Promise<void> {
  const forgotten = await jobs.forgotten(now);
  for (const job of forgotten) {
    if (job.isSent) await sendJob(job, 'sent');
    else await jobs.postpone(job.dataset, job.number);
  }
  const waiting = forgotten.filter(({ isSent }) => !isSent).map(({ owner }) => owner);
  for (const owner of new Set(waiting)) await takeTurns(owner);
}
