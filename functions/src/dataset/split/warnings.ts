/** Describes in sentences which promises of Contract 4 a split could not keep. */
import { TRAINING_SETS } from './cuts.ts';
import type { Percentages } from './percentages.ts';
import type { Split } from './split.ts';
import { FEWEST_CLASS_GROUPS, missOf, type Tally } from './tally.ts';

/** Maximum number of sentences about single labels in an answer; the report has all. */
const MOST_LABELS = 20;

/** A class for which the file has a label. */
interface Labelled {
  tally: Tally;
  label: string;
}

/**
 * @param labelOf the label of a tag; null or undefined if the file has none for it
 * @returns one sentence for the shares, one for bursts, one for each label; empty if every promise is kept
 */
export function warningsOf(
  { tallies, cuts }: Split,
  asked: Percentages,
  labelOf: (tag: string) => string | null | undefined,
): string[] {
  const labelled = [...tallies.classes.values()].flatMap((tally) => {
    const label = labelOf(tally.tag!);
    return label ? [{ tally, label }] : [];
  });
  labelled.sort((a, b) => (a.label < b.label ? -1 : 1));
  return [
    ...shareWarnings(tallies.all, asked),
    ...cutWarnings(cuts),
    ...savedWarnings(labelled, asked),
    ...labelled.flatMap((each) => labelWarnings(each, asked)),
    ...missingWarnings(labelled, asked),
  ];
}

/** The first warnings, and the number of the others. */
export function shorten(warnings: readonly string[]): string[] {
  const more = warnings.length - MOST_LABELS;
  if (more <= 0) return [...warnings];
  return [...warnings.slice(0, MOST_LABELS), `${more} more warnings are in the report.`];
}

function shareWarnings(all: Tally, asked: Percentages): string[] {
  // Nothing is promised for 1 or 2 groups, but an empty set is always reported.
  const isEmpty = TRAINING_SETS.some((set) => asked[set] > 0 && all.sets[set] === 0);
  if (all.images === 0 || !(isEmpty || isBroken(all, asked))) return [];
  return [
    `The sets have ${sharesOf(all)} of the images instead of ${askedShares(asked)}: ${reasonOf(all, asked)}.`,
  ];
}

/** One sentence for all labels whose share is missed because of saved sets, which somebody chose. */
function savedWarnings(labelled: readonly Labelled[], asked: Percentages): string[] {
  const labels = labelled.flatMap(({ tally, label }) =>
    isBroken(tally, asked) && isHeld(tally, asked) ? [`"${label}"`] : [],
  );
  if (labels.length === 0) return [];
  const which = labels.length === 1 ? 'label' : 'labels';
  return [
    `Images keep the sets that were saved before, which misses the shares of ${which} ${someOf(labels)}.`,
  ];
}

function labelWarnings({ tally, label }: Labelled, asked: Percentages): string[] {
  if (!isBroken(tally, asked) || isHeld(tally, asked)) return [];
  const about = `The sets have ${sharesOf(tally)} of the images with label "${label}" instead of ${askedShares(asked)}`;
  return [`${about}: ${reasonOf(tally, asked)}.`];
}

function cutWarnings(cuts: Split['cuts']): string[] {
  if (!cuts || cuts.apart === 0) return [];
  const { limit, bursts, apart } = cuts;
  const large = bursts === 1 ? '1 burst has' : `${bursts} bursts have`;
  return [
    `${large} more images than a group may have for these shares (${limit}) and had to be cut: at ${count(apart, 'place')} images that look alike are in different sets.`,
  ];
}

/** Labels of which there are too few groups to promise anything. */
function missingWarnings(labelled: readonly Labelled[], asked: Percentages): string[] {
  const missing = labelled.flatMap(({ tally, label }) => {
    const sets = TRAINING_SETS.filter((set) => asked[set] > 0 && tally.sets[set] === 0);
    const isFew = tally.groups < FEWEST_CLASS_GROUPS;
    return isFew && sets.length > 0 ? [`"${label}" (not in ${sets.join(', ')})`] : [];
  });
  if (missing.length === 0) return [];
  const labels = count(missing.length, 'label');
  return [
    `${labels} with fewer than ${FEWEST_CLASS_GROUPS} groups of images could not be put into every set: ${someOf(missing)}.`,
  ];
}

const someOf = (labels: readonly string[]): string =>
  [...labels.slice(0, MOST_LABELS), ...(labels.length > MOST_LABELS ? ['...'] : [])].join(', ');

const isBroken = (tally: Tally, asked: Percentages): boolean =>
  TRAINING_SETS.some((set) => missOf(tally, set, asked) > 0);

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** For example `TRAIN 66.7, TEST 33.3, VALIDATION 0 percent`. */
const sharesOf = ({ images, sets }: Tally): string =>
  `${TRAINING_SETS.map((set) => `${set} ${rounded((100 * sets[set]) / images)}`).join(', ')} percent`;

const askedShares = (asked: Percentages): string =>
  TRAINING_SETS.map((set) => rounded(asked[set])).join(', ');

const rounded = (number: number): number => Math.round(number * 10) / 10;

/** Whether a set has more saved images than its share. */
const isHeld = ({ images, saved }: Tally, asked: Percentages): boolean =>
  TRAINING_SETS.some((set) => saved[set] > (images * asked[set]) / 100);

/** The first reason that applies. */
function reasonOf(tally: Tally, asked: Percentages): string {
  const { tag, groups, largest } = tally;
  if (isHeld(tally, asked)) return 'images keep the sets that were saved before';
  const wanted = TRAINING_SETS.filter((set) => asked[set] > 0).length;
  if (tag === null && groups <= wanted)
    return `there ${groups === 1 ? 'is 1 group' : `are ${groups} groups`} of images only`;
  if (largest > 1) return `groups stay whole, and the largest has ${count(largest, 'image')}`;
  return tag === null ? 'there are too few images' : 'its images have other labels too, or are too few';
}
