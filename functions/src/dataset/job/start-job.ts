import type { Caller } from '../../common/access/caller.ts';
import { answersFor } from '../../common/access/permit.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import type { Job } from '../../common/jobs/job.ts';
import { logging, noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { takeTurns } from './take-turns.ts';

type Asked = Parameters<typeof jobs.create>[1];

/**
 * Starts a job, or finds the one that an earlier attempt of the request has started.
 * @param prepare as for the store
 * @throws HttpError `jobs enough`
 */
export async function startJob(
  dataset: Dataset,
  { caller, ...asked }: Omit<Asked, 'by' | 'right' | 'owner'> & { caller: Caller },
  prepare: Parameters<typeof jobs.create>[2],
): Promise<Job> {
  const { id, owner } = dataset;
  const by = { by: uidOf(caller), right: rightOf(caller, dataset), owner };
  const job = await jobs.create(id, { ...asked, ...by }, prepare);
  noteLogFields({ job: job.number });
  // It has begun: a look every minute sends what this does not.
  await takeTurns(owner).catch(logging('ERROR', 'job not sent', { dataset: id, job: job.number }));
  return job;
}

/** Whose role the job needs as long as it works: not that of an administrator, which is in no record. */
function rightOf(caller: Caller, dataset: Dataset): string {
  const by = caller.kind === 'program' ? caller.holder : uidOf(caller);
  return by !== null && answersFor(by, dataset) ? by : '';
}
