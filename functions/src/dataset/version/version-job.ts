import { versions } from '../../common/adapters/firestore/records/versions.ts';
import type { Job } from '../../common/jobs/job.ts';
import { type Doing, JobFailed, type Kind } from '../../common/jobs/kind.ts';
import { buildVersion } from './build-version.ts';

/** Milliseconds after which a version's records may no longer be readable as of its creation: Firestore keeps an hour. */
const MOMENT_LIFE = 55 * 60_000;
export const TOO_LATE = 'it was interrupted, and its moment has passed; make another version';
const NO_IMAGE = 'no image matches';

/** A version is being built exactly as long as its job is not over. */
export const versionJob: Kind = {
  work: workOnVersion,

  drop(dataset, job, reason) {
    const number = numberOf(job);
    // A refused request, and one that was taken back, leave nothing behind.
    const isLeft = reason !== null && reason !== NO_IMAGE;
    return isLeft ? versions.fail(dataset, number, reason) : versions.remove(dataset, number);
  },
};

export async function workOnVersion({
  dataset: { id, imageCounter },
  job,
  signal,
  report,
}: Pick<Doing, 'dataset' | 'job' | 'signal' | 'report'>) {
  report({ done: 0, total: imageCounter });
  const number = numberOf(job);
  const version = await versions.find(id, number);
  if (version?.state !== 'building') throw new JobFailed('the version is gone');
  if (Date.now() - version.createdAt > MOMENT_LIFE) throw new JobFailed(TOO_LATE);
  const built = await buildVersion({ dataset: id, version, signal, report });
  if (built === null) throw new JobFailed(NO_IMAGE);
  const { hash, counts } = built;
  return { result: { number, hash, counts }, beside: versions.finish(id, number, built) };
}

const numberOf = ({ input }: Job): number => Number(input.version);
