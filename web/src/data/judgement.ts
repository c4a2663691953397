/** How a judgement changes an image, and which change undoes it (Contract 9: PATCH images). Pure. */
import type { ImageChange, ListedImage, SetType } from '../../../client/src/curate/records.ts';

export interface Judgement {
  /** Tag id; null for unlabelled. */
  tag?: string | null;
  set?: SetType;
  decision?: 'accept' | 'review' | 'reject';
}

/** The image after the judgement; null if it goes to the trash. */
export function judged(image: ListedImage, { tag, set, decision }: Judgement): ListedImage | null {
  if (decision === 'reject') return null;
  const next = { ...image, revision: image.revision + 1 };
  if (tag !== undefined) next.tag = tag;
  if (set !== undefined) next.set = set;
  // The service restores the set that the image had before review. Until it answers, show it as not assigned.
  if (decision === 'accept' && image.set === 'REVIEW') next.set = set ?? 'PREDETERMINED';
  if (decision === 'review') next.set = 'REVIEW';
  return next;
}

export const changeOf = (image: ListedImage, judgement: Judgement): ImageChange => ({
  image: image.id,
  seen: image.revision,
  ...judgement,
});

/**
 * The change that undoes a judgement. For a rejected image, restore it from the trash instead.
 * @param now the image after the judgement
 */
export function reverse(before: ListedImage, now: ListedImage): ImageChange {
  const tag = before.tag === now.tag ? {} : { tag: before.tag };
  if (before.set === now.set) return { image: now.id, seen: now.revision, ...tag };
  if (before.set === 'REVIEW') {
    // The set that it had before review is lost once another was chosen.
    const set = before.setBefore ?? 'PREDETERMINED';
    return { image: now.id, seen: now.revision, ...tag, set, decision: 'review' };
  }
  if (now.set === 'REVIEW') return { image: now.id, seen: now.revision, ...tag, decision: 'accept' };
  return { image: now.id, seen: now.revision, ...tag, set: before.set };
}
