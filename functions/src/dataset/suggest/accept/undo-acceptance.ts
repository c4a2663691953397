import { HttpError } from '../../../common/errors.ts';
import type { Acceptance } from '../../../common/runs/acceptance-ports.ts';
import { changeImages } from '../../curate/change-images.ts';
import {
  type AcceptancePorts,
  doneIn,
  findAcceptance,
  readPages,
  sumOf,
  takenBack,
  type Working,
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
export async function undoAcceptance(input: Working, ports: AcceptancePorts): Promise<Undone> {
  const { acceptances, objects } = ports;
  const { dataset, acceptance, seconds, signal } = input;
  const found = await close(input, ports);
  let { progress } = found;
  const all = await readPages(dataset, found, { objects, signal });
  // The first page was the sample. The one after the last may have been written by a call that was interrupted.
  const pages = all.slice(0, progress.pages.length).map(takenBack);
  const end = Date.now() + seconds * 1000;
  while (progress.restored.length < pages.length) {
    const changes = pages[progress.restored.length]!;
    const restored = doneIn(await changeImages({ ...input, changes, requestKey: null }, ports));
    const after = { ...progress, restored: [...progress.restored, restored] };
    const isKept = await acceptances.step(dataset, acceptance, progress, after);
    progress = isKept ? after : (await findAcceptance(input, ports)).progress;
    if (Date.now() >= end || signal.aborted) break;
  }
  const changed = progress.restored.map(
    (restored, at) => (progress.pages[at + 1]?.accepted ?? restored) - restored,
  );
  return {
    restored: sumOf(progress.restored),
    changed: sumOf(changed),
    left: pages.slice(progress.restored.length).flat().length,
  };
}

/** A call that accepts takes a step in a second or two. */
const ATTEMPTS = 10;

/** From now on no call goes on to accept. */
async function close(input: Working, ports: AcceptancePorts): Promise<Acceptance> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await findAcceptance(input, ports);
    const { progress } = found;
    if (progress.state === 'undone') return found;
    await ports.acceptances.step(input.dataset, found.id, progress, { ...progress, state: 'undone' });
  }
  throw new HttpError('unavailable');
}
