/** Reports about runs, which jobs make. Each is kept under a name that says all that it depends on (Contract 14). */
import { isOver } from '../../../../../packages/records/src/job.ts';
import type { Caller } from '../../../common/access/caller.ts';
import { uidOf } from '../../../common/access/permit-maker.ts';
import { folders } from '../../../common/adapters/folders.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { HttpError } from '../../../common/errors.ts';
import { isMissing } from '../../../common/foreign-errors.ts';
import type { Job } from '../../../common/jobs/job.ts';
import type { Dataset } from '../../../common/model.ts';
import { nameRequest } from '../../../common/records/name-request.ts';
import { type Reading, readWhole } from '../../../common/storage/read-whole.ts';
import { awaitJob } from '../../job/follow-job.ts';
import { startJob } from '../../job/start-job.ts';

/** Of a run: whoever asks other questions of it does not fill the owner's bucket. */
const MOST_KEPT = 20;

interface Asked {
  kind: 'evaluate' | 'compare';
  /** Of the report. */
  name: string;
  /** Under which it is kept as long as more may become known of what it is about. */
  passing?: string;
  /** Of the job that makes it. */
  input: object;
  caller: Caller;
  requestKey: string | null;
  /** Seconds. */
  wait: number;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * @returns the report that is kept, or that a job makes within the wait; else the job
 * @throws HttpError `evaluation failed`, `jobs enough`
 */
export async function askReport(
  dataset: Dataset,
  { name, passing = name, wait, signal, ...asked }: Asked,
): Promise<{ report: object } | { job: Job }> {
  const reading = { objects, signal };
  const kept = (await readReport(name, reading)) ?? (await readReport(passing, reading));
  if (kept) return { report: kept };
  const { number } = await startReport(dataset, { name, ...asked });
  const job = await awaitJob({ dataset: dataset.id, number, wait, signal }, 'evaluation failed');
  if (!isOver(job)) return { job };
  const report = await readReport(String(job.result?.kept), reading);
  if (report) return { report };
  throw new HttpError('evaluation failed', { reason: 'its report is kept no longer; ask again' });
}

function startReport(
  dataset: Dataset,
  { kind, name, input, caller, requestKey }: Omit<Asked, 'passing' | 'wait' | 'signal'>,
): Promise<Job> {
  const request = nameRequest(`${kind} ${name}`, uidOf(caller), requestKey);
  return startJob(dataset, { kind, caller, request }, async () => ({ ...input }));
}

async function readReport(name: string, reading: Reading): Promise<object | null> {
  try {
    return JSON.parse((await readWhole(name, reading)).toString()) as object;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

interface Keeping {
  name: string;
  /** Of the names of all reports about the run. */
  prefix: string;
  /** That has made it. */
  job: Job;
}

/**
 * With a mask that cannot be read now, only who has asked gets it: the mask may be restored.
 * @returns the name under which it is kept
 */
export async function keepReport(
  report: { unreadable: number },
  { name, prefix, job }: Keeping,
): Promise<string> {
  const kept = report.unreadable === 0 ? name : name.replace(/\.json$/, `-${job.number}.json`);
  await objects.put(kept, Buffer.from(JSON.stringify(report)), 'application/json');
  await removeOldest(prefix);
  return kept;
}

/** Two calls at a time remove the same ones. */
async function removeOldest(prefix: string): Promise<void> {
  const reports: { name: string; updated: number }[] = [];
  for await (const each of folders.list(prefix)) if (each.name.endsWith('.json')) reports.push(each);
  reports.sort((a, b) => b.updated - a.updated);
  for (const { name } of reports.slice(MOST_KEPT)) await objects.remove(name);
}
