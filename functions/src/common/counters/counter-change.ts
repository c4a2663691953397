import { SET_TYPES, type SetType } from '../../../../packages/records/src/lists.ts';
import { isLabelled } from '../images/list-fields.ts';
import type { ImageRecord } from '../model.ts';
import { groupOf } from './timeline-group.ts';

/** Images by set (Spec 2.3). */
export type SetCounts = Record<SetType, number>;

/** How often a tag is used: by `images` whose tagsContained has it, and by `annotations` (Spec 2.2). */
export interface TagCount {
  images: number;
  annotations: number;
  sets: SetCounts;
}

/** Images of a timeline group. `moves`: how many were added and removed, so that publishers see what has changed. */
export interface GroupCount {
  images: number;
  moves: number;
}

/** Counters of a dataset, or a change of them. */
export interface Counts {
  images: number;
  unlabelled: number;
  sets: SetCounts;
  tag: Record<string, TagCount>;
  group: Record<string, GroupCount>;
}

const noSets = (): SetCounts => ({ TRAIN: 0, TEST: 0, VALIDATION: 0, PREDETERMINED: 0, REVIEW: 0 });

/** Without a prototype: tags and sessions may have the name of an Object property. */
const record = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

export const noCounts = (): Counts => ({
  images: 0,
  unlabelled: 0,
  sets: noSets(),
  tag: record(),
  group: record(),
});

/** The fields of an image record that are counted, for queries that read nothing else. */
export const COUNTABLE = [
  'tag',
  'tags',
  'tagsContained',
  'masks',
  'checked',
  'set',
  'session',
  'date',
] as const satisfies readonly (keyof ImageRecord)[];

export type Countable = Pick<ImageRecord, (typeof COUNTABLE)[number]>;

/** Adds `times` images to `counts` in place; -1 subtracts one. */
export function addImage(counts: Counts, image: Countable, times: 1 | -1 = 1): Counts {
  counts.images += times;
  if (!isLabelled(image)) counts.unlabelled += times;
  counts.sets[image.set] += times;
  for (const tag of new Set(image.tagsContained)) {
    if (tag === '') continue;
    tagCount(counts, tag).images += times;
    tagCount(counts, tag).sets[image.set] += times;
  }
  for (const { tag } of image.tags) if (tag !== '') tagCount(counts, tag).annotations += times;
  const group = groupOf(image);
  if (group !== '') addGroup(counts, group, { images: times, moves: 1 });
  return counts;
}

/** Adds `change` multiplied by `times` to `counts` in place. */
export function addCounts(counts: Counts, change: Counts, times: 1 | -1 = 1): Counts {
  counts.images += times * change.images;
  counts.unlabelled += times * change.unlabelled;
  addSets(counts.sets, change.sets, times);
  for (const [tag, { images, annotations, sets }] of Object.entries(change.tag)) {
    const count = tagCount(counts, tag);
    count.images += times * images;
    count.annotations += times * annotations;
    addSets(count.sets, sets, times);
  }
  for (const [group, { images, moves }] of Object.entries(change.group))
    addGroup(counts, group, { images: times * images, moves: times * moves });
  return counts;
}

/** The change from one state of an image to another; null means no image. */
export function changeOf(before: Countable | null, after: Countable | null): Counts {
  const change = noCounts();
  if (before) addImage(change, before, -1);
  if (after) addImage(change, after);
  // An image that stays in its group has not moved.
  if (before && after && groupOf(before) === groupOf(after)) delete change.group[groupOf(before)];
  return change;
}

export const isNoChange = (change: Counts): boolean =>
  change.images === 0 &&
  change.unlabelled === 0 &&
  isNone(change.sets) &&
  Object.values(change.tag).every(
    ({ images, annotations, sets }) => images === 0 && annotations === 0 && isNone(sets),
  ) &&
  Object.values(change.group).every(({ images }) => images === 0);

const isNone = (sets: SetCounts): boolean => SET_TYPES.every((set) => sets[set] === 0);

export function tagCount(counts: Counts, tag: string): TagCount {
  let count = Object.hasOwn(counts.tag, tag) ? counts.tag[tag] : undefined;
  if (!count) {
    count = { images: 0, annotations: 0, sets: noSets() };
    counts.tag[tag] = count;
  }
  return count;
}

function addSets(sets: SetCounts, change: SetCounts, times: 1 | -1): void {
  for (const set of SET_TYPES) sets[set] += times * change[set];
}

export function addGroup(counts: Counts, group: string, { images, moves }: GroupCount): void {
  const count = Object.hasOwn(counts.group, group) ? counts.group[group] : undefined;
  counts.group[group] = { images: (count?.images ?? 0) + images, moves: (count?.moves ?? 0) + moves };
}
