/** The job that empties the trash of a dataset (Contract 9: POST trash/empty). */
import { uidOf } from '../../common/access/permit-maker.ts';
import { trash } from '../../common/adapters/firestore/images/trash.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import type { TrashedImage } from '../../common/images/curate-ports.ts';
import type { Job } from '../../common/jobs/job.ts';
import { type Doing, inSteps, type Kind } from '../../common/jobs/kind.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { startJob } from '../job/start-job.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { generationOf, purgeImage } from './purge-image.ts';

/** Images that go at once: each takes a few calls of Storage and Firestore. */
const PARALLEL = 16;

/**
 * Deletes for good what was rejected before a time.
 * @param before Unix milliseconds
 * @throws HttpError `dataset not found`, `forbidden`, `jobs enough`
 */
export async function emptyTrash({
  before,
  requestKey,
  ...target
}: Target & { before: number; requestKey: string | null }): Promise<Job> {
  const dataset = await requireDataset(target, 'editor');
  const { caller } = target;
  const request = nameRequest(`purge ${dataset.id} ${before}`, uidOf(caller), requestKey);
  return startJob(dataset, { kind: 'purge', caller, request }, async () => ({ before }));
}

/**
 * A step is a page of images that cannot be restored any more; then their objects go, and their records. Of what a worker that has
 * ended leaves of that, the next attempt or the minutely look for what is due does the rest.
 */
export const purgeJob: Kind = {
  async work(doing) {
    const { dataset, job } = doing;
    const begin = { deleted: 0, step: 0 };
    const { deleted: before } = (doing.cursor as typeof begin | null) ?? begin;
    const total = job.total ?? before + (await trash.countBefore(dataset.id, Number(job.input.before)));
    const end = await inSteps(doing, begin, (from) => nextPage(doing, from, total));
    return end && { result: { deleted: end.deleted } };
  },
};

async function nextPage(
  { dataset, job }: Doing,
  { deleted, step }: { deleted: number; step: number },
  total: number,
) {
  const found = await trash.earliest(dataset.id, Number(job.input.before));
  if (found.length === 0) return null;
  const page = await inParallel(found, PARALLEL, async (trashed) => ({
    ...trashed,
    purging: trashed.purging ?? (await generationOf(trashed)),
  }));
  let marked: readonly TrashedImage[] = [];
  return {
    weight: page.length,
    write: async (batch: Parameters<typeof trash.mark>[0], weight: number) => {
      const some = page.slice(0, weight);
      const marks = some.map(({ record, until, purging }) => ({
        image: record.id,
        until,
        generation: purging,
      }));
      const cursor = { deleted: deleted + (await trash.mark(batch, dataset.id, marks)), step: step + 1 };
      marked = some;
      return { cursor, done: cursor.deleted, total };
    },
    after: async () => void (await inParallel(marked, PARALLEL, purgeImage)),
  };
}
