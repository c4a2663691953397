import { TRAINING_SETS, type TrainingSet } from '../../../../packages/records/src/lists.ts';
import { type PerSet, perSet } from '../../../../packages/records/src/per-set.ts';
import type { PackedImages } from './packed-images.ts';
import type { Percentages } from './percentages.ts';

/** The groups that the split moves, each under the number of its place in the order of the hashes. */
export interface Groups {
  /** Numbers of the images of each group, one list after the other. */
  members: Uint32Array;
  /** Where each group begins in `members`, and at the end where the last one ends. */
  starts: Uint32Array;
  /** Images without a set, of each group. */
  free: Uint32Array;
  /** The set of those images of each group that have none saved: its place in `TRAINING_SETS`. */
  sets: Uint8Array;
}

/** Counts of all images, or of those of one class. */
export interface Tally {
  /** Tag id; null for all images. */
  tag: string | null;
  images: number;
  groups: number;
  /** Images of the largest group. */
  largest: number;
  sets: PerSet;
  /** Those of `sets` whose set was saved before. */
  saved: PerSet;
}

/** Of all images together, and of each tag. */
export interface Tallies {
  all: Tally;
  classes: Map<string, Tally>;
  /** Those in which an image counts, by the number of its list of tags. */
  ofList: readonly (readonly Tally[])[];
}

/** Fewer groups than this need not be in all three sets. */
const FEWEST_GROUPS = 3;
/** A class of fewer groups than this need not be in every set. */
export const FEWEST_CLASS_GROUPS = 10;
/** Tolerances of a share: of all images, and of the images of a class. */
const SHARE_OF_ALL = 0.01;
const SHARE_OF_CLASS = 0.02;
/** Images are whole, so a share cannot always be closer than one image. */
const LESS_THAN_ONE = 1 - 1e-6;
const EPSILON = 1e-9;

/** The set that was saved for an image, as its place in `TRAINING_SETS`; -1 if none was. */
export const savedSet = (images: PackedImages, index: number): number =>
  TRAINING_SETS.indexOf(images.set(index) as TrainingSet);

export const sizeOf = ({ starts }: Pick<Groups, 'starts'>, group: number): number =>
  starts[group + 1]! - starts[group]!;

export function tallyGroups(groups: Groups, images: PackedImages): Tallies {
  const tallies = newTallies(images);
  const { members, starts, sets } = groups;
  for (let group = 0; group < sets.length; group += 1) {
    for (let at = starts[group]!; at < starts[group + 1]!; at += 1) {
      const saved = savedSet(images, members[at]!);
      const set = TRAINING_SETS[saved < 0 ? sets[group]! : saved]!;
      for (const tally of tallies.ofList[images.list(members[at]!)]!) addImage(tally, set, saved >= 0);
    }
    if (sizeOf(groups, group) === 1)
      for (const tally of tallies.ofList[images.list(members[starts[group]!]!)]!) addGroup(tally, 1);
    else for (const [tally, count] of countByTally(groups, group, images, tallies)) addGroup(tally, count);
  }
  return tallies;
}

/** Sorted, so that sums over classes do not depend on the order of reading. */
function newTallies(images: PackedImages): Tallies {
  const lists = images.lists.values;
  const counted = new Uint8Array(lists.length);
  for (let index = 0; index < images.length; index += 1)
    if (images.counts(index)) counted[images.list(index)] = 1;
  const tags = new Set(lists.filter((_, list) => counted[list] === 1).flat());
  const all = newTally(null);
  const classes = new Map([...tags].sort().map((tag) => [tag, newTally(tag)]));
  const talliesOf = (list: readonly string[]) => list.flatMap((tag) => classes.get(tag) ?? []);
  return { all, classes, ofList: lists.map((list) => [all, ...talliesOf(list)]) };
}

const newTally = (tag: string | null): Tally => ({
  tag,
  images: 0,
  groups: 0,
  largest: 0,
  sets: perSet(() => 0),
  saved: perSet(() => 0),
});

function addImage(tally: Tally, set: TrainingSet, isSaved: boolean): void {
  tally.images += 1;
  tally.sets[set] += 1;
  if (isSaved) tally.saved[set] += 1;
}

function addGroup(tally: Tally, size: number): void {
  tally.groups += 1;
  tally.largest = Math.max(tally.largest, size);
}

/** Images of a group in each tally in which it counts, in no particular order. */
export function countByTally(
  { members, starts }: Groups,
  group: number,
  images: PackedImages,
  tallies: Tallies,
): Map<Tally, number> {
  const counts = new Map<Tally, number>();
  for (let at = starts[group]!; at < starts[group + 1]!; at += 1)
    for (const tally of tallies.ofList[images.list(members[at]!)]!)
      counts.set(tally, (counts.get(tally) ?? 0) + 1);
  return counts;
}

/**
 * How far a set is from what Contract 4 promises, 0 if the promise is kept: the error as a fraction of the tally's images,
 * plus 1 if the set must not be empty but is. Nothing is promised for classes of fewer than 10 groups.
 */
export function missOf(tally: Tally, set: TrainingSet, asked: Percentages): number {
  const { tag, images, groups, sets } = tally;
  if (images === 0 || (tag !== null && groups < FEWEST_CLASS_GROUPS)) return 0;
  const off = Math.abs(sets[set] - (images * asked[set]) / 100);
  const allowed = Math.max(images * (tag === null ? SHARE_OF_ALL : SHARE_OF_CLASS), LESS_THAN_ONE);
  const isMissing = sets[set] === 0 && asked[set] > 0 && groups >= FEWEST_GROUPS;
  return (off > allowed + EPSILON ? (off - allowed) / images : 0) + (isMissing ? 1 : 0);
}
