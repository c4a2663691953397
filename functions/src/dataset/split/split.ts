import type { Cuts } from './bursts.ts';
import { cutLine, type PerSet, perSet, TRAINING_SETS, type TrainingSet } from './cuts.ts';
import { byPlace, type Group, type GroupMode, gatherGroups, type SplitImage } from './groups.ts';
import { keepPromises } from './keep-promises.ts';
import type { Percentages } from './percentages.ts';
import { type SplitGroup, type Tallies, tallyGroups, toTrainingSet } from './tally.ts';

export interface Split {
  /** Image id to set; REVIEW images are not in it. */
  sets: Map<string, TrainingSet>;
  /** Images of each set, in total and per class. */
  tallies: Tallies;
  /** Null unless images are grouped by burst. */
  cuts: (Cuts & { apart: number }) | null;
}

/**
 * A group in the list that is cut. `at` is 0 to 1 in the TEST part of its stratum, 1 to 2 in VALIDATION, 2 to 3 in TRAIN.
 */
interface Place {
  group: SplitGroup;
  at: number;
}

/** Maximum size of a burst, as a fraction of the smallest set. */
const PART_OF_A_SET = 0.1;

/**
 * Assigns every image that is not in REVIEW to TRAIN, TEST or VALIDATION (Contract 4). The result depends only on the
 * images, the percentages and the group mode, not on the order of the images.
 *
 * Steps:
 * 1. Images are grouped (groups.ts). The limit for a burst is a tenth of the smallest requested set, rounded down to a
 *    power of two, at least 1. Larger bursts are cut where their frames are least alike (bursts.ts).
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
 */
export function splitImages(images: readonly SplitImage[], asked: Percentages, mode: GroupMode): Split {
  const count = images.reduce((sum, { set }) => sum + (set === 'REVIEW' ? 0 : 1), 0);
  const gathered = gatherGroups(images, mode, burstLimit(count, asked));
  const groups = gathered.groups.map((group) => weigh(group, images));
  const free = cutGroups(groups, asked);
  const tallies = tallyGroups(groups, images);
  keepPromises(free, images, tallies, asked);
  const sets = new Map<string, TrainingSet>();
  for (const group of groups) assign(group, images, sets);
  return { sets, tallies, cuts: gathered.cuts && { ...gathered.cuts, apart: countApart(gathered.cuts) } };

  function countApart({ places }: Cuts): number {
    const setOf = (index: number) => sets.get(images[index]!.id);
    return places.filter(({ earlier, later }) => setOf(earlier) !== setOf(later)).length;
  }
}

/** Maximum number of images in a burst. */
export function burstLimit(images: number, asked: Percentages): number {
  const smallest = Math.min(...TRAINING_SETS.map((set) => asked[set] || 100));
  const most = (images * smallest * PART_OF_A_SET) / 100;
  return 2 ** Math.floor(Math.log2(Math.max(1, most)));
}

/** @returns the free groups, those next to a cut first */
function cutGroups(groups: readonly SplitGroup[], asked: Percentages): SplitGroup[] {
  const line = mergeStrata(groups, asked);
  const taken = sumTaken(groups);
  const must = perSet((set) => asked[set] > 0 && taken[set] === 0);
  const sizes = line.map(({ group }) => group.free);
  const cuts = cutLine(
    sizes,
    shareOut(
      asked,
      sizes.reduce((sum, size) => sum + size, 0),
      taken,
    ),
    must,
  );
  line.forEach(({ group }, index) => {
    group.set = index < cuts.test ? 'TEST' : index < cuts.validation ? 'VALIDATION' : 'TRAIN';
  });
  const distance = (index: number) =>
    Math.min(Math.abs(index + 0.5 - cuts.test), Math.abs(index + 0.5 - cuts.validation));
  const near = [...line.keys()].sort((a, b) => distance(a) - distance(b) || a - b);
  return near.map((index) => line[index]!.group);
}

const isFree = ({ members, free }: SplitGroup): boolean => free === members.length;

const sumFree = (groups: readonly SplitGroup[]): number => groups.reduce((all, { free }) => all + free, 0);

function weigh(group: Group, images: readonly SplitImage[]): SplitGroup {
  const saved = perSet(() => 0);
  const counts = new Map<string, number>();
  let free = group.members.length;
  for (const member of group.members) {
    const image = images[member]!;
    const set = toTrainingSet(image);
    if (set) {
      saved[set] += 1;
      free -= 1;
    }
    for (const tag of new Set(image.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return Object.assign(group, { free, saved, stratum: rarest(counts), set: mostSaved(saved) });
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

/** Images that are not assigned by the cuts, by set: saved ones, and new ones in groups with saved images. */
function sumTaken(groups: readonly SplitGroup[]): PerSet {
  const taken = perSet(() => 0);
  for (const group of groups) {
    if (isFree(group)) continue;
    for (const set of TRAINING_SETS) taken[set] += group.saved[set];
    taken[group.set] += group.free;
  }
  return taken;
}

/** How many of the free images each set should get, so that it has its share of all images together with the taken ones. */
function shareOut(asked: Percentages, free: number, taken: PerSet): PerSet {
  const all = free + taken.TRAIN + taken.TEST + taken.VALIDATION;
  const wanted = perSet((set) => Math.max(0, (all * asked[set]) / 100 - taken[set]));
  const total = wanted.TRAIN + wanted.TEST + wanted.VALIDATION;
  return perSet((set) => (total > 0 ? (wanted[set] * free) / total : 0));
}

function mergeStrata(groups: readonly SplitGroup[], asked: Percentages): Place[] {
  const strata = Map.groupBy(groups, ({ stratum }) => stratum);
  const line = [...strata.values()].flatMap((stratum) => placeStratum(stratum, asked));
  return line.sort((a, b) => a.at - b.at || byPlace(a.group, b.group));
}

function placeStratum(stratum: readonly SplitGroup[], asked: Percentages): Place[] {
  const free = stratum.filter(isFree);
  const parts = shareOut(asked, sumFree(free), sumTaken(stratum));
  let before = 0;
  return free.map((group) => {
    const at = positionAmong(parts, before + group.free / 2);
    before += group.free;
    return { group, at };
  });
}

/** Position of the image with this number in its stratum: the integer part is the set, the fraction is how far into it. */
function positionAmong({ TEST, VALIDATION, TRAIN }: PerSet, image: number): number {
  if (image < TEST) return image / TEST;
  if (image < TEST + VALIDATION) return 1 + (image - TEST) / VALIDATION;
  return TRAIN > 0 ? 2 + (image - TEST - VALIDATION) / TRAIN : 2;
}

function assign(group: SplitGroup, images: readonly SplitImage[], sets: Map<string, TrainingSet>): void {
  for (const member of group.members) {
    const image = images[member]!;
    sets.set(image.id, toTrainingSet(image) ?? group.set);
  }
}
