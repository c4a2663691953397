/** What begins to look at pictures: a call, suggestions that are switched on or asked for, and images that have come (Contract 18). */
import { isOver } from '../../../../packages/records/src/job.ts';
import { type Caller, NOBODY } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import type { Job } from '../../common/jobs/job.ts';
import type { Dataset } from '../../common/model.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { startJob } from '../job/start-job.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { isCounted, requireVectors } from './require-suggest.ts';

/** Milliseconds between two jobs that nobody has asked for, and how many more for each image: each may read all records. */
const [REST, REST_OF_IMAGE] = [50_000, 10];

/**
 * Looks at the pictures that lack an embedding (Contract 15), by a job; one that is under way already is found.
 * @throws HttpError `dataset not found`, `forbidden`, `suggest refused`, `jobs enough`
 */
export async function startEmbedding({
  requestKey,
  ...target
}: Target & { requestKey: string | null }): Promise<Job> {
  const dataset = await requireDataset(target, 'editor');
  requireVectors(dataset);
  const { caller } = target;
  return embedRest(dataset, caller, nameRequest(`embed ${dataset.id}`, uidOf(caller), requestKey));
}

export const embedRest = (
  dataset: Dataset,
  caller: Caller = NOBODY,
  request: string | null = null,
  input: { isNewest?: true } = {},
): Promise<Job> => startJob(dataset, { kind: 'embed', caller, request, isAlone: true }, async () => input);

/** Looks at images that have come, the newest first, where suggestions are on; called every minute for a dataset that has changed. */
export async function embedArrived(id: string): Promise<void> {
  const dataset = await datasets.find(id);
  if (!dataset?.suggest || isCounted(dataset, requireVectors(dataset))) return;
  const [last] = await jobs.page(id, { limit: 1, after: null, kind: 'embed' });
  const rest = Math.max(REST, dataset.imageCounter * REST_OF_IMAGE);
  if (last && (!isOver(last) || Date.now() - Number(last.endedAt) < rest)) return;
  await embedRest(dataset, NOBODY, null, { isNewest: true });
}
