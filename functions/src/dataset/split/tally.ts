import { type PerSet, perSet, TRAINING_SETS, type TrainingSet } from './cuts.ts';
import type { Group, SplitImage } from './groups.ts';
import type { Percentages } from './percentages.ts';

/** A group that the split can move. */
export interface SplitGroup extends Group {
  /** Images without a set. */
  free: number;
  /** Images with a set, by set. */
  saved: PerSet;
  /** The tag of its stratum, `''` without tags. */
  stratum: string;
  /** The set of its images that have no saved set. */
  set: TrainingSet;
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

export const toTrainingSet = ({ set }: SplitImage): TrainingSet | undefined =>
  TRAINING_SETS.find((each) => each === set);

export function tallyGroups(groups: readonly SplitGroup[], images: readonly SplitImage[]): Tallies {
  const tallies = newTallies(images);
  for (const group of groups) {
    for (const member of group.members) {
      const image = images[member]!;
      for (const tally of talliesOf(image, tallies)) addImage(tally, image, group.set);
    }
    for (const [tally, count] of countByTally(group, images, tallies)) {
      tally.groups += 1;
      tally.largest = Math.max(tally.largest, count);
    }
  }
  return tallies;
}

/** Sorted, so that sums over classes do not depend on the order of reading. */
function newTallies(images: readonly SplitImage[]): Tallies {
  const tags = new Set<string>();
  for (const image of images) if (image.set !== 'REVIEW') for (const tag of image.tags) tags.add(tag);
  return {
    all: newTally(null),
    classes: new Map([...tags].sort().map((tag) => [tag, newTally(tag)])),
  };
}

const newTally = (tag: string | null): Tally => ({
  tag,
  images: 0,
  groups: 0,
  largest: 0,
  sets: perSet(() => 0),
  saved: perSet(() => 0),
});

const talliesOf = ({ tags }: SplitImage, { all, classes }: Tallies): Tally[] => [
  all,
  ...[...new Set(tags)].map((tag) => classes.get(tag)!),
];

function addImage(tally: Tally, image: SplitImage, given: TrainingSet): void {
  const saved = toTrainingSet(image);
  tally.images += 1;
  tally.sets[saved ?? given] += 1;
  if (saved) tally.saved[saved] += 1;
}

/** Images of a group in each tally in which it counts, in no particular order. */
export function countByTally(
  { members }: Group,
  images: readonly SplitImage[],
  tallies: Tallies,
): Map<Tally, number> {
  const counts = new Map<Tally, number>();
  for (const member of members) {
    for (const tally of talliesOf(images[member]!, tallies)) counts.set(tally, (counts.get(tally) ?? 0) + 1);
  }
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
