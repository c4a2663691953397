import { createHash } from 'node:crypto';
import { uidOf } from '../../common/access/permit-maker.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { versions } from '../../common/adapters/firestore/records/versions.ts';
import { HttpError } from '../../common/errors.ts';
import type { Job } from '../../common/jobs/job.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { startJob } from '../job/start-job.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { VersionBody } from './parameters.ts';
import { parametersOf } from './parameters.ts';

interface Input extends Target {
  body: VersionBody;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/** By the dataset's counter, whatever the filter: all records are read, and what the split needs of 10 million takes 1 GB. */
const MOST = 10_000_000;

/**
 * Creates a version of a dataset (Contract 11), its images at the time of the call without those in REVIEW, and the job that
 * builds it.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`, `version failed`, `jobs enough`
 */
export async function makeVersion({ body, requestKey, ...target }: Input): Promise<Job> {
  const dataset = await requireDataset(target, 'editor');
  const { caller } = target;
  const by = uidOf(caller);
  const asked = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const request = nameRequest(`version ${dataset.id} ${asked}`, by, requestKey);
  // Before the parameters: a tag that they name may be gone by the next attempt.
  const same = await jobs.ofRequest(dataset.id, request);
  if (same) return same;
  if (dataset.imageCounter > MOST)
    throw new HttpError('version failed', { reason: 'a version is made of at most 10,000,000 images' });
  const parameters = parametersOf(body, dataset, await datasets.tags(dataset));
  const { name, note } = body;
  const version = { name, note, by, parameters };
  return startJob(dataset, { kind: 'version', caller, request }, async (batch) => ({
    version: await versions.create(dataset.id, version, batch),
  }));
}
