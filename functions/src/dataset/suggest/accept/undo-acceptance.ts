import { acceptances } from '../../../common/adapters/firestore/records/acceptances.ts';
import { objects } from '../../../common/adapters/objects.ts';
import type { Job } from '../../../common/jobs/job.ts';
import type { Doing, Done } from '../../../common/jobs/kind.ts';
import { changeInSteps } from '../../curate/change-in-steps.ts';
import { startWork } from '../../job/start-work.ts';
import { type Accepting, findAcceptance, readPages, requireFound, undoing } from './find-acceptance.ts';

/**
 * Takes back what an acceptance gave (Contract 15), by a job. What a person said of the sample stays. From now on no image gets a
 * class from it.
 * @throws HttpError `dataset not found`, `forbidden`, `acceptance not found`, `jobs enough`
 */
export async function undoAcceptance(input: Accepting): Promise<Job> {
  const asked = await findAcceptance(input);
  const isUnderWay = asked.found.progress.state === 'undone';
  return startWork(acceptances, { kind: 'undo', ...input, ...asked, isUnderWay }, () => ({
    state: 'undone',
  }));
}

/** Images that are without a class again, and those that somebody has changed since. */
export async function workOnUndoing(doing: Doing): Promise<Done | null> {
  const { dataset, job, signal } = doing;
  const found = await requireFound(dataset.id, job);
  const pages = await readPages(dataset.id, found.others, { objects, signal });
  const counts = await changeInSteps(doing, {
    isPerson: true,
    total: pages.flat().length,
    pageOf: async (page) => (pages[page] ? undoing(found, pages[page]) : null),
    beside: (batch, { done }) =>
      acceptances.note(batch, dataset.id, found.id, { state: 'undone', restored: done }),
  });
  const { accepted, sampled } = found.progress;
  return counts && { result: { restored: counts.done, changed: accepted - sampled - counts.done } };
}
