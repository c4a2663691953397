import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { HttpError } from '../../common/errors.ts';
import type { Job } from '../../common/jobs/job.ts';
import type { Dataset } from '../../common/model.ts';
import { idOf } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { SteppedRecords, Worked } from '../../common/records/stepped-ports.ts';
import { startJob } from './start-job.ts';

interface Starting<R> {
  kind: 'accept' | 'undo' | 'select' | 'detect';
  caller: Caller;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  dataset: Dataset;
  found: R;
  /** Whether the last job does the same: it is found again, unless it has failed or was cancelled. */
  isUnderWay: boolean;
  input: Record<string, string | number>;
}

/**
 * Starts the job that works on an acceptance, the change of a selection or a run, or finds it.
 * @param to the progress that follows; it may throw
 */
export async function startWork<R extends { id: string; progress: Worked }>(
  store: Pick<SteppedRecords<R>, 'begin'>,
  { kind, caller, requestKey, dataset, found, isUnderWay, input }: Starting<R>,
  to: (progress: R['progress']) => Partial<R['progress']>,
): Promise<Job> {
  const { id, progress } = found;
  const last = progress.job;
  const named = nameRequest(`${kind} ${dataset.id} ${id}`, uidOf(caller), requestKey);
  const request = named ?? idOf(JSON.stringify([kind, id, last]));
  const known = await jobs.atWork(dataset.id, request, isUnderWay ? last : null);
  if (known) return known;
  let current = last;
  const starting = startJob(dataset, { kind, caller, request }, async (batch, job) => {
    await store.begin(dataset.id, id, batch, (now) => {
      current = now.job;
      if (current !== last) throw new HttpError('unavailable');
      return { ...to(now), job };
    });
    return input;
  });
  return starting.catch(async (error: unknown) => {
    // Another call has started one meanwhile.
    const other = current === last || current === null ? null : await jobs.find(dataset.id, current);
    if (other?.kind !== kind) throw error;
    return other;
  });
}
