import { cutLine, type PerSet, TRAINING_SETS, type TrainingSet } from './cuts.ts';
import { byPlace, type Group, gatherGroups, type SplitImage } from './groups.ts';
import type { Percentages } from './percentages.ts';

/** A group as the split moves it. */
interface SplitGroup extends Group {
  /** Images that have no set yet. */
  free: number;
  /** Images that have one, by set. */
  saved: PerSet;
  /** The tag in whose stratum it stands, `''` without tags. */
  stratum: string;
}

/** A group on the line that is cut. `at`: 0 to 1 in its stratum's TEST part, 1 to 2 VALIDATION, 2 to 3 TRAIN. */
interface Place {
  group: SplitGroup;
  at: number;
}

/**
 * Assigns every image but those in REVIEW to TRAIN, TEST or VALIDATION (Contract 4). A pure function of the images
 * and the percentages, whatever the order of the images.
 *
 * How. The free groups of each stratum stand in the order of their hashes; a group's position is the share of its
 * stratum's images before its middle. All strata are merged into one line by position, and that one line is cut
 * twice by cumulative image count. So there are two cuts, not two per label, and every label is cut at the same
 * position. A group stands in the stratum of the tag that the fewest of its images have, so that a rare defect in a
 * burst of good parts counts; this looks at the group alone, because a stratum that depended on other groups could
 * be changed by images added there.
 *
 * What holds, where G is the most images that one free group has:
 * 1. An image whose set is saved keeps it, and counts towards the shares. A group with saved images follows them; where
 *    they contradict each other (somebody tore the group by hand), its new images follow the most frequent set.
 * 2. No other group is torn.
 * 3. Each set is within G images of its share of all images. Where a set that was asked for would be empty although
 *    there are groups enough, it gets one, and the worst of the three shares is then as good as this allows (below 2 G).
 *    Where saved images already exceed a share, that set gets nothing and the others share the rest as asked.
 * 4. Without saved images: within a stratum TEST, VALIDATION and TRAIN follow each other in the order of the hashes, and
 *    its cuts stand at the line's position but for half a group.
 * 5. Without saved images, adding k images to strata of which they reach a moves, of the groups that got none of them,
 *    only such as stand within 2 k + (a + 3) G images of a cut, counted within their stratum, and in all strata
 *    together no more images than that for each cut. A group that got one may change its stratum with it.
 *
 * @returns image id -> set; no entry for REVIEW
 */
export function splitImages(
  images: readonly SplitImage[],
  percentages: Percentages,
): Map<string, TrainingSet> {
  const groups = gatherGroups(images).map((group) => weigh(group, images));
  const free = groups.filter((group) => isFree(group));
  const line = mergeStrata(groups, percentages);
  const taken = sumTaken(groups);
  const must = mapSets((set) => percentages[set] > 0 && taken[set] === 0);
  const sizes = line.map(({ group }) => group.free);
  const cuts = cutLine(sizes, shareOut(percentages, sum(free), taken), must);

  const sets = new Map<string, TrainingSet>();
  for (const group of groups) if (!isFree(group)) assign(group, mostSaved(group), images, sets);
  line.forEach(({ group }, index) => {
    const set = index < cuts.test ? 'TEST' : index < cuts.validation ? 'VALIDATION' : 'TRAIN';
    assign(group, set, images, sets);
  });
  return sets;
}

const mapSets = <T>(value: (set: TrainingSet) => T): PerSet<T> => ({
  TRAIN: value('TRAIN'),
  TEST: value('TEST'),
  VALIDATION: value('VALIDATION'),
});

const isFree = ({ members, free }: SplitGroup): boolean => free === members.length;

const sum = (groups: readonly SplitGroup[]): number => groups.reduce((all, { free }) => all + free, 0);

const toTrainingSet = ({ set }: SplitImage): TrainingSet | undefined =>
  TRAINING_SETS.find((each) => each === set);

function weigh(group: Group, images: readonly SplitImage[]): SplitGroup {
  const saved = { TRAIN: 0, TEST: 0, VALIDATION: 0 };
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
  return Object.assign(group, { free, saved, stratum: rarest(counts) });
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

/** The set that most saved images of a group have; TRAIN, TEST, VALIDATION in case of a tie. */
const mostSaved = ({ saved }: SplitGroup): TrainingSet =>
  TRAINING_SETS.reduce((most, set) => (saved[set] > saved[most] ? set : most));

/** Images that are not to be cut any more, by set: saved ones, and new ones in the group of a saved one. */
function sumTaken(groups: readonly SplitGroup[]): PerSet {
  const taken = { TRAIN: 0, TEST: 0, VALIDATION: 0 };
  for (const group of groups) {
    if (isFree(group)) continue;
    for (const set of TRAINING_SETS) taken[set] += group.saved[set];
    taken[mostSaved(group)] += group.free;
  }
  return taken;
}

/** How many of the free images each set should get so that with the taken ones it has its share of all. */
function shareOut(percentages: Percentages, free: number, taken: PerSet): PerSet {
  const all = free + taken.TRAIN + taken.TEST + taken.VALIDATION;
  const wanted = mapSets((set) => Math.max(0, (all * percentages[set]) / 100 - taken[set]));
  const total = wanted.TRAIN + wanted.TEST + wanted.VALIDATION;
  return mapSets((set) => (total > 0 ? (wanted[set] * free) / total : 0));
}

function mergeStrata(groups: readonly SplitGroup[], percentages: Percentages): Place[] {
  const strata = Map.groupBy(groups, ({ stratum }) => stratum);
  const line = [...strata.values()].flatMap((stratum) => placeStratum(stratum, percentages));
  return line.sort((a, b) => a.at - b.at || byPlace(a.group, b.group));
}

function placeStratum(stratum: readonly SplitGroup[], percentages: Percentages): Place[] {
  const free = stratum.filter(isFree);
  const parts = shareOut(percentages, sum(free), sumTaken(stratum));
  let before = 0;
  return free.map((group) => {
    const at = positionAmong(parts, before + group.free / 2);
    before += group.free;
    return { group, at };
  });
}

/** Where the image with this number in its stratum stands: whole part the set it would fall in, then how far into it. */
function positionAmong({ TEST, VALIDATION, TRAIN }: PerSet, image: number): number {
  if (image < TEST) return image / TEST;
  if (image < TEST + VALIDATION) return 1 + (image - TEST) / VALIDATION;
  return TRAIN > 0 ? 2 + (image - TEST - VALIDATION) / TRAIN : 2;
}

function assign(
  group: SplitGroup,
  set: TrainingSet,
  images: readonly SplitImage[],
  sets: Map<string, TrainingSet>,
): void {
  for (const member of group.members) {
    const image = images[member]!;
    sets.set(image.id, toTrainingSet(image) ?? set);
  }
}
