import { TRAINING_SETS, type TrainingSet } from '../../../../packages/records/src/lists.ts';
import { type PerSet, perSet } from '../../../../packages/records/src/per-set.ts';
import type { Alike } from '../../../../packages/records/src/version-counts.ts';
import type { Cuts } from './bursts.ts';
import { cutLine } from './cuts.ts';
import { type Grouping, type GroupMode, gatherGroups } from './groups.ts';
import { indexesTo, indexesWhere, mapIndexes, numbersOf, sortIndexes } from './indexes.ts';
import { keepPromises } from './keep-promises.ts';
import { discard, newBytes, newIndexes, newNumbers } from './lists.ts';
import type { PackedImages } from './packed-images.ts';
import type { Percentages } from './percentages.ts';
import { type Groups, savedSet, sizeOf, type Tallies, tallyGroups } from './tally.ts';

export interface Split {
  /** The set of the image with this number; undefined in REVIEW. */
  setOf(index: number): TrainingSet | undefined;
  /** Images of each set, in total and per class. */
  tallies: Tallies;
  /** Null unless images are grouped by burst. */
  cuts: (Cuts & { apart: number }) | null;
  /** What images of a group have in common; null unless they are grouped by burst. */
  alike: Alike | null;
}

/** The groups of which most images have the same rare tag: their free images, and those that have a set already. */
interface Stratum {
  free: number;
  taken: PerSet;
}

/** The groups with what the cuts need of them. */
interface WeighedGroups extends Groups {
  /** Number of the stratum of each group. */
  stratum: Uint32Array;
  strata: readonly Stratum[];
}

/** Maximum size of a burst, as a fraction of the smallest set. */
const PART_OF_A_SET = 0.1;

/**
 * Assigns every image that is not in REVIEW to TRAIN, TEST or VALIDATION (Contract 4). The result depends only on the
 * images, the near copies, the percentages and the group mode, not on the order of the images.
 *
 * Steps:
 * 1. Images are grouped (groups.ts). The limit for a burst is a tenth of the smallest requested set, rounded down to a
 *    power of two, at least 1. Larger bursts are cut where their frames are least alike (bursts.ts). Near copies are together up to four times
 *    that limit; where there are more, they are cut like a burst.
 * 2. Each group belongs to the stratum of the tag that the fewest of its images have, so that a rare defect in a burst of
 *    good parts counts. The groups of a stratum are ordered by hash; a group's position is the fraction of the stratum's
 *    images before its middle. All strata are merged into one list by position, and this list is cut twice by cumulative
 *    image count (cuts.ts). So there are two cuts, not two per class, and every class is cut at the same position.
 *    The stratum depends on the group alone: if it depended on other groups, images added there could change it.
 * 3. If the share of all images or of a class still misses its promise (images with several tags, groups of different
 *    sizes), groups are moved one by one, those next to a cut first, until it is kept or no move helps (keep-promises.ts).
 *
 * Guarantees, where G is the number of images in the largest free group:
 * - An image whose set is saved keeps it and counts towards the shares. New images of a group with saved images get their
 *   set; if the saved ones differ (somebody has split the group by hand), they get the most frequent one. No other group
 *   is split.
 * - The promises of Contract 4 (tally.ts: `missOf`), if such moves can reach them. A share that cannot be a whole number
 *   of images is kept if it is less than one image off.
 * - With at least 3 groups, no requested set is empty. A set that was not requested gets nothing. If saved images exceed
 *   a share already, that set gets nothing, and the others divide the rest in the requested proportion.
 * - Without saved images, and if step 3 moves nothing: adding k images to a strata moves only groups within
 *   2 k + (a + 3) G images of a cut, counted within their stratum, and for each cut at most as many images in all strata
 *   together. This does not apply to groups that got new images or are part of a burst whose cuts changed.
 *
 * @param copies ids of near copies of each other; null where none are known
 */
export function splitImages(
  images: PackedImages,
  asked: Percentages,
  mode: GroupMode,
  copies: readonly (readonly string[])[] | null = null,
): Split {
  let count = 0;
  for (let index = 0; index < images.length; index += 1) if (images.counts(index)) count += 1;
  const grouping = gatherGroups(images, mode, burstLimit(count, asked), copies ?? []);
  images.release('session', 'date');
  const groups = weigh(grouping, images);
  const nearest = cutGroups(groups, asked);
  const tallies = tallyGroups(groups, images);
  keepPromises(nearest, { groups, images, tallies, asked });
  const sets = assign(groups, images);
  discard(groups.members, groups.starts, groups.free, groups.sets, groups.stratum, nearest);
  const { cuts } = grouping;
  const setOf = (index: number) => TRAINING_SETS[sets[index]!];
  const alike = mode === 'burst' ? (copies ? 'signature' : 'look') : null;
  return { setOf, tallies, alike, cuts: cuts && { ...cuts, apart: countApart(cuts, sets) } };
}

const countApart = ({ earlier, later }: Cuts, sets: Uint8Array): number =>
  earlier.reduce((sum, index, cut) => sum + (sets[index] === sets[later[cut]!] ? 0 : 1), 0);

/** Maximum number of images in a burst. */
export function burstLimit(images: number, asked: Percentages): number {
  const smallest = Math.min(...TRAINING_SETS.map((set) => asked[set] || 100));
  const most = (images * smallest * PART_OF_A_SET) / 100;
  return 2 ** Math.floor(Math.log2(Math.max(1, most)));
}

/** @returns the free groups, those next to a cut first */
function cutGroups(groups: WeighedGroups, asked: Percentages): Uint32Array {
  const line = mergeStrata(groups, asked);
  const taken = perSet((set) => groups.strata.reduce((sum, stratum) => sum + stratum.taken[set], 0));
  const must = perSet((set) => asked[set] > 0 && taken[set] === 0);
  const sizes = mapIndexes(line, (group) => groups.free[group]!);
  const all = groups.strata.reduce((sum, { free }) => sum + free, 0);
  const cuts = cutLine(sizes, shareOut(asked, all, taken), must);
  for (let at = 0; at < line.length; at += 1) {
    const set = at < cuts.test ? 'TEST' : at < cuts.validation ? 'VALIDATION' : 'TRAIN';
    groups.sets[line[at]!] = TRAINING_SETS.indexOf(set);
  }
  discard(sizes);
  const distance = (at: number) =>
    Math.min(Math.abs(at + 0.5 - cuts.test), Math.abs(at + 0.5 - cuts.validation));
  return pick(
    line,
    sortIndexes(indexesTo(line.length), (a, b) => distance(a) - distance(b)),
  );
}

/** Whether no image of the group has a set. */
const isFree = (groups: Groups, group: number): boolean => groups.free[group] === sizeOf(groups, group);

/** Counts what is free and what is taken, in each group and in each stratum. */
function weigh({ members, starts }: Grouping, images: PackedImages): WeighedGroups {
  const count = starts.length - 1;
  const groups = { members, starts, free: newIndexes(count), sets: newBytes(count) };
  const stratum = newIndexes(count);
  const strata: Stratum[] = [];
  const numbers = new Map<string, number>();
  for (let group = 0; group < count; group += 1) {
    const tag = rarestOf(groups, group, images);
    const number = numbers.get(tag) ?? strata.push({ free: 0, taken: perSet(() => 0) }) - 1;
    numbers.set(tag, number);
    stratum[group] = number;
    weighGroup(groups, group, { images, stratum: strata[number]! });
  }
  return { ...groups, stratum, strata };
}

function weighGroup(
  groups: Groups,
  group: number,
  { images, stratum }: { images: PackedImages; stratum: Stratum },
): void {
  const saved = perSet(() => 0);
  let free = 0;
  for (let at = groups.starts[group]!; at < groups.starts[group + 1]!; at += 1) {
    const set = TRAINING_SETS[savedSet(images, groups.members[at]!)];
    if (set) saved[set] += 1;
    else free += 1;
  }
  const set = mostSaved(saved);
  groups.free[group] = free;
  groups.sets[group] = TRAINING_SETS.indexOf(set);
  if (isFree(groups, group)) stratum.free += free;
  else {
    for (const each of TRAINING_SETS) stratum.taken[each] += saved[each];
    stratum.taken[set] += free;
  }
}

/** The tag that the fewest images of a group have, `''` without tags. */
function rarestOf({ members, starts }: Groups, group: number, images: PackedImages): string {
  const counts = new Map<string, number>();
  for (let at = starts[group]!; at < starts[group + 1]!; at += 1)
    for (const tag of images.lists.values[images.list(members[at]!)]!)
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return rarest(counts);
}

function rarest(counts: ReadonlyMap<string, number>): string {
  let found = '';
  let fewest = Number.POSITIVE_INFINITY;
  for (const [tag, count] of counts) {
    if (count > fewest || (count === fewest && tag > found)) continue;
    found = tag;
    fewest = count;
  }
  return found;
}

/**
 * The set that most saved images of a group have; if several have the same number, the first one of TRAIN, TEST, VALIDATION.
 */
const mostSaved = (saved: PerSet): TrainingSet =>
  TRAINING_SETS.reduce((most, set) => (saved[set] > saved[most] ? set : most));

/** How many of the free images each set should get, so that it has its share of all images together with the taken ones. */
function shareOut(asked: Percentages, free: number, taken: PerSet): PerSet {
  const all = free + taken.TRAIN + taken.TEST + taken.VALIDATION;
  const wanted = perSet((set) => Math.max(0, (all * asked[set]) / 100 - taken[set]));
  const total = wanted.TRAIN + wanted.TEST + wanted.VALIDATION;
  return perSet((set) => (total > 0 ? (wanted[set] * free) / total : 0));
}

/** The free groups of all strata, merged into one list by the position in their stratum. */
function mergeStrata(groups: WeighedGroups, asked: Percentages): Uint32Array {
  const { free, stratum, strata } = groups;
  const parts = strata.map((each) => shareOut(asked, each.free, each.taken));
  const before = newNumbers(strata.length);
  const line = indexesWhere(free.length, (group) => isFree(groups, group));
  // `at` is 0 to 1 in the TEST part of its stratum, 1 to 2 in VALIDATION, 2 to 3 in TRAIN.
  const at = numbersOf(line, (group) => {
    const number = stratum[group]!;
    const middle = before[number]! + free[group]! / 2;
    before[number]! += free[group]!;
    return positionAmong(parts[number]!, middle);
  });
  // Stable: groups at the same position stay in the order of their hashes.
  const order = sortIndexes(indexesTo(line.length), (a, b) => at[a]! - at[b]!);
  discard(at);
  return pick(line, order);
}

/** The items of a list in another order. Neither is to be used any more. */
function pick(list: Uint32Array, order: Uint32Array): Uint32Array {
  const picked = mapIndexes(order, (place) => list[place]!);
  discard(list, order);
  return picked;
}

/** Position of the image with this number in its stratum: the integer part is the set, the fraction is how far into it. */
function positionAmong({ TEST, VALIDATION, TRAIN }: PerSet, image: number): number {
  if (image < TEST) return image / TEST;
  if (image < TEST + VALIDATION) return 1 + (image - TEST) / VALIDATION;
  return TRAIN > 0 ? 2 + (image - TEST - VALIDATION) / TRAIN : 2;
}

/** Instead of a place in `TRAINING_SETS`. */
const NONE = 255;

/** The set of each image, as its place in `TRAINING_SETS`. */
function assign({ members, starts, sets }: Groups, images: PackedImages): Uint8Array {
  const assigned = newBytes(images.length).fill(NONE);
  for (let group = 0; group < sets.length; group += 1)
    for (let at = starts[group]!; at < starts[group + 1]!; at += 1) {
      const saved = savedSet(images, members[at]!);
      assigned[members[at]!] = saved < 0 ? sets[group]! : saved;
    }
  return assigned;
}
