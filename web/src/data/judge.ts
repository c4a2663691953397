/** Judging images: shown at once, made by the service, taken back where it refuses, undone by the same way. */

import type { ImageChange, ImageOutcome, ListedImage } from '../../../client/src/curate/records.ts';
import { tellImageNews } from './image-bus.ts';
import { changeOf, type Judgement, judged, reverse } from './judgement.ts';
import { untilAnswered } from './persist.ts';
import { service } from './service.ts';

/** Changes of one call (Contract 9). */
const MOST = 500;

export interface Judged {
  done: number;
  /** Images that somebody else had changed; they are shown as they are now. */
  stale: number;
  /** Takes the whole judgement back. @returns the images as they are again */
  undo: () => Promise<ListedImage[]>;
}

/** A judgement that is on its way or done, and that can be taken back and made again as often as one likes. */
export interface Judging {
  result: Promise<Judged>;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

export function beginJudging(dataset: string, images: readonly ListedImage[], judgement: Judgement): Judging {
  const result = judge(dataset, images, judgement);
  let latest = result;
  // Each step names the revision that the one before has left.
  let again = images;
  return {
    result,
    undo: async () => {
      again = await (await latest).undo();
    },
    redo: async () => {
      latest = judge(dataset, again, judgement);
      await latest;
    },
  };
}

/** @throws SightlineError after everything is shown again as it was */
export async function judge(
  dataset: string,
  images: readonly ListedImage[],
  judgement: Judgement,
): Promise<Judged> {
  const before = new Map(images.map((image) => [image.id, image]));
  tellImageNews(dataset, new Map(images.map((image) => [image.id, judged(image, judgement)])));
  const outcomes = await send(
    dataset,
    images.map((image) => changeOf(image, judgement)),
    () => tellImageNews(dataset, before),
  );
  const now = new Map<string, ListedImage>();
  for (const { image, outcome, revision } of outcomes) {
    const was = before.get(image) as ListedImage;
    const next = outcome === 'done' ? judged(was, judgement) : was;
    now.set(image, { ...(next ?? was), revision });
  }
  const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ image }) => image);
  const others = outcomes.filter(({ outcome }) => outcome !== 'done').map(({ image }) => image);
  await showTruth(dataset, others, before);
  const undo = async () => {
    if (judgement.decision === 'reject') return restore(dataset, done, before);
    const changes = done.map((id) => reverse(before.get(id) as ListedImage, now.get(id) as ListedImage));
    return takeBack(dataset, changes, before);
  };
  return { done: done.length, stale: others.length, undo };
}

async function send(
  dataset: string,
  changes: readonly ImageChange[],
  rollBack: () => void,
): Promise<ImageOutcome[]> {
  const outcomes: ImageOutcome[] = [];
  try {
    for (let from = 0; from < changes.length; from += MOST) {
      // However often it is sent, it is one request: what was done is not done again.
      const key = crypto.randomUUID();
      const part = changes.slice(from, from + MOST);
      outcomes.push(...(await untilAnswered(() => service().datasets(dataset).images.change(part, { key }))));
    }
    return outcomes;
  } catch (error) {
    rollBack();
    throw error;
  }
}

async function takeBack(
  dataset: string,
  changes: readonly ImageChange[],
  before: ReadonlyMap<string, ListedImage>,
): Promise<ListedImage[]> {
  const outcomes = await send(dataset, changes, () => {});
  const back = asBefore(outcomes, before);
  tellImageNews(dataset, new Map(back.map((image) => [image.id, image])));
  await showTruth(
    dataset,
    outcomes.filter(({ outcome }) => outcome !== 'done').map(({ image }) => image),
    before,
  );
  return back;
}

/** What was changed, as it was, with its new revision. */
const asBefore = (
  outcomes: readonly ImageOutcome[],
  before: ReadonlyMap<string, ListedImage>,
): ListedImage[] =>
  outcomes
    .filter(({ outcome }) => outcome === 'done')
    .map(({ image, revision }) => ({ ...(before.get(image) as ListedImage), revision }));

async function restore(
  dataset: string,
  ids: readonly string[],
  before: ReadonlyMap<string, ListedImage>,
): Promise<ListedImage[]> {
  const restored: ListedImage[] = [];
  for (let from = 0; from < ids.length; from += MOST) {
    const part = ids.slice(from, from + MOST);
    const outcomes = await untilAnswered(() => service().datasets(dataset).images.restore(part));
    const back = asBefore(outcomes, before);
    tellImageNews(dataset, new Map(back.map((image) => [image.id, image])));
    restored.push(...back);
  }
  return restored;
}

/** Images that somebody else has changed meanwhile are shown as their records are. */
async function showTruth(
  dataset: string,
  ids: readonly string[],
  known: ReadonlyMap<string, ListedImage>,
): Promise<void> {
  if (ids.length === 0) return;
  const { readImages } = await import('./read-images.ts');
  const records = await readImages(ids);
  const news = ids.map((id) => {
    const record = records.get(id);
    const thumbnail = known.get(id)?.thumbnail;
    return [id, record ? { ...record, ...(thumbnail !== undefined && { thumbnail }) } : null] as const;
  });
  tellImageNews(dataset, new Map(news));
}
