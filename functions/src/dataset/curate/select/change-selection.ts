import { createHash } from 'node:crypto';
import { isPerson, uidOf } from '../../../common/access/permit-maker.ts';
import { jobs } from '../../../common/adapters/firestore/jobs/jobs.ts';
import { selections } from '../../../common/adapters/firestore/records/stepped-records.ts';
import { HttpError } from '../../../common/errors.ts';
import type { SelectionChange } from '../../../common/images/selection-ports.ts';
import type { Job } from '../../../common/jobs/job.ts';
import type { Kind } from '../../../common/jobs/kind.ts';
import type { Dataset } from '../../../common/model.ts';
import type { ImageFilter } from '../../../common/ports.ts';
import { nameRequest } from '../../../common/records/name-request.ts';
import { startWork } from '../../job/start-work.ts';
import { requireDataset, type Target } from '../../require-dataset.ts';
import { requireSound } from '../change-images.ts';
import { changeInSteps } from '../change-in-steps.ts';
import { listSelected, readSelectedChanges, requireKnown, requireSelection } from './selected-images.ts';

interface Input extends Target {
  /** `shown`: how many images fitted the filter; `at`: when, Unix milliseconds. */
  select: ImageFilter & { shown: number; at: number };
  change: SelectionChange['change'];
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/**
 * Changes all images that fitted a filter at one time (Contract 9: PATCH images, `select`), by a job. What has come later is not
 * touched, and what has changed since then stays as it is.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`, `change refused`, `jobs enough`
 */
export async function changeSelection({ requestKey, ...input }: Input): Promise<Job> {
  const dataset = await requireDataset(input, 'editor');
  const { caller } = input;
  const found = await begin(dataset, { requestKey, ...input });
  const { id, progress } = found;
  if (progress.state === 'undone') throw new HttpError('change refused', { reason: 'it was undone' });
  const known = progress.job === null ? null : await jobs.find(dataset.id, progress.job);
  const starting = { kind: 'select', caller, requestKey, dataset, found, isUnderWay: false } as const;
  return known ?? startWork(selections, { ...starting, input: { change: id } }, () => ({}));
}

/** The images are listed as they were at that time, before the first of them changes. */
export const selectJob: Kind = {
  async work(doing) {
    const isListed = await listSelected(await requireSelection(doing), doing);
    if (!isListed) return null;
    const selection = await requireSelection(doing);
    const { id, isPerson, progress } = selection;
    const counts = await changeInSteps(doing, {
      isPerson,
      total: progress.found,
      pageOf: (page) => readSelectedChanges(selection, page, doing),
      beside: (batch, { done }) => selections.note(batch, doing.dataset.id, id, { state: 'open', done }),
    });
    if (counts === null) return null;
    const { done, stale, invalid } = counts;
    return { result: { change: id, found: progress.found, done, stale, invalid } };
  },
};

/** @returns what is kept of the change, whoever began it */
async function begin(
  dataset: Dataset,
  { select, change, requestKey, caller }: Input,
): Promise<SelectionChange> {
  const by = uidOf(caller);
  const body = createHash('sha256')
    .update(JSON.stringify([select, change]))
    .digest('hex');
  // The same images of the same time, and the same change: that is the same request.
  const id = nameRequest(`select ${dataset.id}`, by, requestKey ?? body) as string;
  const found = (await selections.find(dataset.id, id)) ?? (await make(id));
  if (found.body === body) return found;
  throw new HttpError('bad parameter', { reason: 'Idempotency-Key was used for another request' });

  async function make(id: string): Promise<SelectionChange> {
    const { shown, at, ...filter } = select;
    requireKnown(at);
    await requireSound(change, dataset);
    const progress = { state: 'open', job: null, pages: 0, found: 0, done: 0, restored: 0 } as const;
    const known = { id, body, filter, shown, at: Math.min(at, Date.now()), change, by };
    return selections.make(dataset.id, { ...known, isPerson: isPerson(caller), progress });
  }
}
