/** Judging images: a change shows at once, is then sent to the service, and is rolled back if the service refuses it. */

import type { ImageChange, ImageOutcome, ListedImage } from '../../../../client/src/curate/records.ts';
import { inParts } from '../in-parts.ts';
import { afterEarlier } from '../live/after-earlier.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';
import { isStale, saveAnnotations } from './annotation-records.ts';
import { publishImageNews } from './image-bus.ts';
import { changeOf, type Judgement, judged, reverse } from './judgement.ts';

export interface Judged {
  done: number;
  /** Number of images that somebody else had changed. They are left as they are, and shown so. */
  stale: number;
  undo: () => Promise<Undone>;
}

interface Undone {
  /** Those images that are as before the judgement, with their new revisions. */
  back: ListedImage[];
  /** Number of images that have changed since the judgement. They are left as they are, and shown so. */
  stale: number;
}

/** Numbers of images. */
export type Counts = Pick<Judged, 'done' | 'stale'>;

/** A judgement that is in progress or done. It can be undone and redone any number of times. */
export interface Judging {
  result: Promise<Judged>;
  undo: () => Promise<Counts>;
  redo: () => Promise<Counts>;
}

export function beginJudging(dataset: string, images: readonly ListedImage[], judgement: Judgement): Judging {
  const result = judge(dataset, images, judgement);
  let latest = result;
  // Each undo and redo needs the revision that the one before has produced.
  let again = images;
  return {
    result,
    undo: async () => {
      const { back, stale } = await (await latest).undo();
      again = back;
      return { done: back.length, stale };
    },
    redo: () => {
      latest = judge(dataset, again, judgement);
      return latest;
    },
  };
}

/** @throws SightlineError if the service refuses it; the images are then shown as before */
export async function judge(
  dataset: string,
  images: readonly ListedImage[],
  judgement: Judgement,
): Promise<Judged> {
  const before = new Map(images.map((image) => [image.id, image]));
  publishImageNews(dataset, new Map(images.map((image) => [image.id, judged(image, judgement)])));
  const outcomes = await send(
    dataset,
    images.map((image) => changeOf(image, judgement)),
    () => publishImageNews(dataset, before),
  );
  const now = new Map<string, ListedImage>();
  for (const { image, outcome, revision } of outcomes) {
    const was = before.get(image) as ListedImage;
    const next = outcome === 'done' ? judged(was, judgement) : was;
    now.set(image, { ...(next ?? was), revision });
  }
  const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ image }) => image);
  const others = outcomes.filter(({ outcome }) => outcome !== 'done').map(({ image }) => image);
  await showCurrent(dataset, others, before);
  const undoOne = async (id: string) => {
    const was = before.get(id) as ListedImage;
    return reverse(was, await withAnnotationsOf(dataset, was, now.get(id) as ListedImage));
  };
  const undo = async () => {
    if (judgement.decision === 'reject') return restore(dataset, done, before);
    const changes = await inParts(done, (some) => Promise.all(some.map(undoOne)), SAVES_AT_ONCE);
    return sendUndo(dataset, changes, before);
  };
  return { done: done.length, stale: others.length, undo };
}

/** Annotations are saved image by image. */
const SAVES_AT_ONCE = 8;

/**
 * Accepting makes a model's annotations a person's: its undo saves them as they were. That counts as checked, and is undone next.
 * @returns the image after that; the same if its annotations were a person's before
 */
async function withAnnotationsOf(
  dataset: string,
  before: ListedImage,
  now: ListedImage,
): Promise<ListedImage> {
  const { id, tags } = before;
  if (tags.every(({ labeled }, at) => labeled === now.tags[at]?.labeled)) return now;
  const save = (earlier: ReadonlyMap<string, number>) =>
    saveAnnotations(dataset, id, tags, earlier.get(id) ?? now.revision);
  try {
    const revision = await afterEarlier([id], save, (made) => [[id, made]]);
    return { ...now, revision, checked: true };
  } catch (error) {
    // Somebody else has changed the image: the service refuses the rest too, and says so.
    if (isStale(error)) return now;
    throw error;
  }
}

/** Sends changes after those of the same images that are still in progress, and with the revisions that these produce. */
const send = (
  dataset: string,
  changes: readonly ImageChange[],
  rollBack: () => void,
): Promise<ImageOutcome[]> =>
  afterEarlier(
    changes.map(({ image }) => image),
    (earlier) =>
      sendNow(
        dataset,
        changes.map((change) => {
          const seen = earlier.get(change.image);
          return seen === undefined ? change : { ...change, seen };
        }),
        rollBack,
      ),
    (outcomes) => outcomes.flatMap((each) => (each.outcome === 'done' ? [[each.image, each.revision]] : [])),
  );

async function sendNow(
  dataset: string,
  changes: readonly ImageChange[],
  rollBack: () => void,
): Promise<ImageOutcome[]> {
  try {
    return await inParts(changes, (some) => {
      // With the same key, a retry is recognised as the same request, so that no change is made twice.
      const key = crypto.randomUUID();
      return untilAnswered(() => service().datasets(dataset).images.change(some, { key }));
    });
  } catch (error) {
    rollBack();
    throw error;
  }
}

async function sendUndo(
  dataset: string,
  changes: readonly ImageChange[],
  before: ReadonlyMap<string, ListedImage>,
): Promise<Undone> {
  const sent = changes.filter((each) => !isNothing(each));
  const unsent = changes.filter(isNothing).map(asItIs);
  const outcomes = [...(await send(dataset, sent, () => {})), ...unsent];
  const back = asBefore(outcomes, before);
  publishImageNews(dataset, new Map(back.map((image) => [image.id, image])));
  const others = outcomes.filter(({ outcome }) => outcome !== 'done').map(({ image }) => image);
  await showCurrent(dataset, others, before);
  return { back, stale: others.length };
}

/** The service refuses a change of nothing, such as the undo of accepting an image that was not in REVIEW. */
const isNothing = ({ tag, set, decision, checked }: ImageChange): boolean =>
  [tag, set, decision, checked].every((each) => each === undefined);

const asItIs = ({ image, seen = 0 }: ImageChange): ImageOutcome => ({
  image,
  outcome: 'done',
  revision: seen,
});

/** The changed images as they were before, with their new revisions. */
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
): Promise<Undone> {
  const back = await inParts(ids, async (some) => {
    const outcomes = await untilAnswered(() => service().datasets(dataset).images.restore(some));
    const restored = asBefore(outcomes, before);
    publishImageNews(dataset, new Map(restored.map((image) => [image.id, image])));
    return restored;
  });
  return { back, stale: ids.length - back.length };
}

/** Reads images that somebody else has changed in the meantime, and shows them as they are. */
async function showCurrent(
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
  publishImageNews(dataset, new Map(news));
}
