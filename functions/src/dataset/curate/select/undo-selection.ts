import type { SelectionProgress } from '../../../common/images/selection-ports.ts';
import { closeForUndo, doneIn, inPages, sumOf, type Working } from '../in-pages.ts';
import { findSelection, readUndoing, type SelectionPorts } from './selected-images.ts';

/** `changed`: images that somebody has changed since, and that stay as they are; `left`: images that the next call goes on with. */
interface Undone {
  change: string;
  restored: number;
  changed: number;
  left: number;
}

/**
 * Takes a selection's change back (Contract 9: PATCH images, `undo`), for some seconds, from where the last call stopped. An image
 * is again as it was, but for its revision and its last decision.
 * @throws HttpError `dataset not found`, `forbidden`, `change not found`
 */
export async function undoSelection(
  { undo: id, ...input }: Working & { undo: string },
  ports: SelectionPorts,
): Promise<Undone> {
  const find = () => findSelection(id, input, ports);
  const step = (from: SelectionProgress, to: SelectionProgress) =>
    ports.selections.step(input.dataset, id, from, to);
  const closed = await closeForUndo(find, step);
  // The page after the last one may have been written by a call that was interrupted.
  const pages = Math.min(closed.progress.pages.length + 1, closed.progress.listed.pages);
  const progress = await inPages<SelectionProgress>(
    closed.progress,
    {
      next: async ({ restored: { length } }) =>
        length < pages ? readUndoing(closed, length, input, ports) : null,
      after: (before, outcomes) => ({ ...before, restored: [...before.restored, doneIn(outcomes)] }),
      step,
      overtaken: async () => (await find()).progress,
    },
    input,
    ports,
  );
  const changed = progress.restored.map((restored, at) => (progress.pages[at]?.done ?? restored) - restored);
  const left = progress.pages.slice(progress.restored.length).map(({ done }) => done);
  return { change: id, restored: sumOf(progress.restored), changed: sumOf(changed), left: sumOf(left) };
}
