import type { output } from 'zod/mini';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { changeImages } from '../../curate/change-images.ts';
import { ownRecords } from '../own-records.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import type { reviewBody } from './judge-request.ts';
import { openIndex } from './open-index.ts';
import { inTurns } from './page-of-run.ts';

interface Input extends RunTarget {
  body: output<typeof reviewBody>;
  signal: AbortSignal;
}

/** Records that are read at once: more than are missing, where images are gone. */
const TOGETHER = 50;

/**
 * Sends the first images of an order to review, by the way of a decision about them (Contract 14). Those that are there already
 * count and stay.
 * @returns ids, in the order
 * @throws HttpError `dataset not found`, `forbidden`, `run not found`, `run not ready`
 */
export async function reviewRun({ body, signal, ...target }: Input): Promise<{ images: string[] }> {
  const { dataset, run } = await requireReadyRun(target, 'editor');
  const { order, count, spread } = body;
  const index = await openIndex(dataset.id, run, { objects, signal });
  const ordered = index.ordered(order);
  const places = Array.from(spread === 'session' ? inTurns(ordered, index) : ordered);
  const chosen: { id: string; isThere: boolean }[] = [];
  for (let at = 0; chosen.length < count && at < places.length; ) {
    const some = places.slice(at, at + Math.max(TOGETHER, count - chosen.length));
    at += some.length;
    const ids = some.map((place) => index.id(place));
    for (const { id, set } of (await ownRecords(dataset.id, ids, ['set'], imageLists)).values())
      if (chosen.length < count) chosen.push({ id, isThere: set === 'REVIEW' });
  }
  const moving = chosen.filter(({ isThere }) => !isThere).map(({ id }) => id);
  const gone = new Set(await failed(moving, target));
  return { images: chosen.map(({ id }) => id).filter((id) => !gone.has(id)) };
}

/** Moves images to REVIEW. @returns those that are gone meanwhile */
async function failed(images: readonly string[], target: RunTarget): Promise<string[]> {
  if (images.length === 0) return [];
  const changes = images.map((image) => ({ image, decision: 'review' as const }));
  const outcomes = await changeImages({ ...target, changes, requestKey: null });
  return outcomes.filter(({ outcome }) => outcome !== 'done').map(({ image }) => image);
}
