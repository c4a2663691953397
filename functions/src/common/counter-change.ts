import type { ImageRecord } from './model.ts';

/** How often a tag is used: `images` whose tagsContained has it, `annotations` among their tags (Spec 2.2). */
export interface TagCount {
  images: number;
  annotations: number;
}

/** Counters of a dataset, or a change of them. */
export interface Counts {
  images: number;
  tag: Record<string, TagCount>;
}

export const noCounts = (): Counts => ({ images: 0, tag: Object.create(null) as Record<string, TagCount> });

/** What counts of an image. */
export type Countable = Pick<ImageRecord, 'tags' | 'tagsContained'>;

/** Adds `times` images to `counts` in place; -1 takes one away. */
export function addImage(counts: Counts, image: Countable, times: 1 | -1 = 1): Counts {
  counts.images += times;
  for (const tag of new Set(image.tagsContained)) if (tag !== '') tagCount(counts, tag).images += times;
  for (const { tag } of image.tags) if (tag !== '') tagCount(counts, tag).annotations += times;
  return counts;
}

/** Adds `change`, taken `times`, to `counts` in place. */
export function addCounts(counts: Counts, change: Counts, times: 1 | -1 = 1): Counts {
  counts.images += times * change.images;
  for (const [tag, { images, annotations }] of Object.entries(change.tag)) {
    const count = tagCount(counts, tag);
    count.images += times * images;
    count.annotations += times * annotations;
  }
  return counts;
}

/** The change from one state of an image to another; null stands for no image. */
export function changeOf(before: Countable | null, after: Countable | null): Counts {
  const change = noCounts();
  if (before) addImage(change, before, -1);
  if (after) addImage(change, after);
  return change;
}

export const isNoChange = (change: Counts): boolean =>
  change.images === 0 &&
  Object.values(change.tag).every(({ images, annotations }) => images === 0 && annotations === 0);

function tagCount(counts: Counts, tag: string): TagCount {
  let count = Object.hasOwn(counts.tag, tag) ? counts.tag[tag] : undefined;
  if (!count) {
    count = { images: 0, annotations: 0 };
    counts.tag[tag] = count;
  }
  return count;
}
