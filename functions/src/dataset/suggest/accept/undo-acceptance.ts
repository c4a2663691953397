import type { Progress } from '../../../common/runs/acceptance-ports.ts';
import { closeForUndo, doneIn, inPages, sumOf } from '../../curate/in-pages.ts';
import {
  type AcceptancePorts,
  type Accepting,
  findAcceptance,
  readPages,
  undoing,
} from './find-acceptance.ts';

/** `changed`: images that somebody has changed since, and that stay as they are; `left`: images that the next call goes on with. */
interface Undone {
  restored: number;
  changed: number;
  left: number;
}

/**
 * Takes back what an acceptance gave (Contract 15), for some seconds, from where the last call stopped. What a person said of
 * the sample stays.
 * @throws HttpError `dataset not found`, `forbidden`, `acceptance not found`
 */
export async function undoAcceptance(input: Accepting, ports: AcceptancePorts): Promise<Undone> {
  const { acceptances, objects } = ports;
  const { dataset, acceptance, signal } = input;
  const find = () => findAcceptance(input, ports);
  const step = (from: Progress, to: Progress) => acceptances.step(dataset, acceptance, from, to);
  const found = await closeForUndo(find, step);
  const all = await readPages(dataset, found.others, { objects, signal });
  // The first page was the sample. The one after the last may have been written by a call that was interrupted.
  const pages = all.slice(0, found.progress.pages.length).map((page) => undoing(found, page));
  const progress = await inPages<Progress>(
    found.progress,
    {
      next: async ({ restored: { length } }) => pages[length] ?? null,
      after: (before, outcomes) => ({ ...before, restored: [...before.restored, doneIn(outcomes)] }),
      step,
      overtaken: async () => (await find()).progress,
    },
    input,
    ports,
  );
  const changed = progress.restored.map(
    (restored, at) => (progress.pages[at + 1]?.accepted ?? restored) - restored,
  );
  return {
    restored: sumOf(progress.restored),
    changed: sumOf(changed),
    left: pages.slice(progress.restored.length).flat().length,
  };
}
