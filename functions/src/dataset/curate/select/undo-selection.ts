import { selections } from '../../../common/adapters/firestore/records/stepped-records.ts';
import type { Job } from '../../../common/jobs/job.ts';
import type { Doing, Done } from '../../../common/jobs/kind.ts';
import { startWork } from '../../job/start-work.ts';
import type { Target } from '../../require-dataset.ts';
import { changeInSteps } from '../change-in-steps.ts';
import { findSelection, readUndoing, requireSelection } from './selected-images.ts';

interface Input extends Target {
  undo: string;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/**
 * Takes a selection's change back (Contract 9: PATCH images, `undo`), by a job. From now on no image is changed by it. An image is
 * again as it was, but for its revision and its last decision.
 * @throws HttpError `dataset not found`, `forbidden`, `change not found`, `jobs enough`
 */
export async function undoSelection(input: Input): Promise<Job> {
  const asked = await findSelection(input.undo, input);
  const isUnderWay = asked.found.progress.state === 'undone';
  const starting = { kind: 'undo', ...input, ...asked, isUnderWay } as const;
  return startWork(selections, starting, () => ({ state: 'undone' }));
}

/** `changed`: images that somebody has changed since, and that stay as they are. */
export async function undoChange(doing: Doing): Promise<Done | null> {
  const found = await requireSelection(doing);
  const { id, progress } = found;
  const counts = await changeInSteps(doing, {
    isPerson: true,
    total: progress.done,
    pageOf: (page) => readUndoing(found, page, doing),
    beside: (batch, { done: restored }) =>
      selections.note(batch, doing.dataset.id, id, { state: 'undone', restored }),
  });
  return counts && { result: { change: id, restored: counts.done, changed: progress.done - counts.done } };
}
