/** What a commit needs that must know all versions and runs of a dataset (Contract 20). */
import type { WriteBatch } from 'firebase-admin/firestore';
import { HttpError } from '../../errors.ts';
import { nextRun } from './records/runs.ts';
import { nextVersion } from './records/versions.ts';
import { runRef, versionRef } from './references.ts';

export interface NextNumbers {
  version: number;
  run: number;
}

/** The numbers that the next version and the next run of a dataset get. */
export async function nextNumbers(dataset: string): Promise<NextNumbers> {
  const [version, run] = await Promise.all([nextVersion(dataset), nextRun(dataset)]);
  return { version, run };
}

/**
 * The commit fails if a version or a run was made since then.
 * @throws HttpError `unavailable` if one was already
 */
export async function requireNoneMade(batch: WriteBatch, dataset: string, since: NextNumbers): Promise<void> {
  const now = await nextNumbers(dataset);
  if (now.version !== since.version || now.run !== since.run)
    throw new HttpError('unavailable', {}, 'a version or a run was made meanwhile');
  // To delete what is not there only asks whether it is.
  batch.delete(versionRef(dataset, now.version), { exists: false });
  batch.delete(runRef(dataset, now.run), { exists: false });
}
