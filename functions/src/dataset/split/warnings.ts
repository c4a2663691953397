/** Finds the promises of Contract 4 that a split could not keep. */
import { TRAINING_SETS, type TrainingSet } from '../../common/model.ts';
import type { Percentages } from './percentages.ts';
import { REASONS, SENTENCES } from './sentences.ts';
import type { Split } from './split.ts';
import { FEWEST_CLASS_GROUPS, missOf, type Tally } from './tally.ts';

/** Maximum number of warnings in an answer; the report has all. */
const MOST_WARNINGS = 20;

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
  const more = warnings.length - MOST_WARNINGS;
  if (more <= 0) return [...warnings];
  return [...warnings.slice(0, MOST_WARNINGS), SENTENCES.more(more)];
}

function shareWarnings(all: Tally, asked: Percentages): string[] {
  // Nothing is promised for 1 or 2 groups, but an empty set is always reported.
  const isEmpty = TRAINING_SETS.some((set) => asked[set] > 0 && all.sets[set] === 0);
  if (all.images === 0 || !(isEmpty || isBroken(all, asked))) return [];
  return [SENTENCES.shares(sharesOf(all), askedShares(asked), reasonOf(all, asked))];
}

/** One sentence for all labels whose share is missed because of saved sets, which somebody chose. */
function savedWarnings(labelled: readonly Labelled[], asked: Percentages): string[] {
  const held = labelled.filter(({ tally }) => isBroken(tally, asked) && isHeld(tally, asked));
  return held.length === 0 ? [] : [SENTENCES.saved(held.map(({ label }) => label))];
}

function labelWarnings({ tally, label }: Labelled, asked: Percentages): string[] {
  if (!isBroken(tally, asked) || isHeld(tally, asked)) return [];
  return [SENTENCES.label(sharesOf(tally), label, askedShares(asked), reasonOf(tally, asked))];
}

const cutWarnings = (cuts: Split['cuts']): string[] =>
  !cuts || cuts.apart === 0 ? [] : [SENTENCES.cut(cuts.bursts, cuts.limit, cuts.apart)];

/** Labels of which there are too few groups to promise anything. */
function missingWarnings(labelled: readonly Labelled[], asked: Percentages): string[] {
  const missing = labelled.flatMap(({ tally, label }): [string, TrainingSet[]][] => {
    const sets = TRAINING_SETS.filter((set) => asked[set] > 0 && tally.sets[set] === 0);
    const isFew = tally.groups < FEWEST_CLASS_GROUPS;
    return isFew && sets.length > 0 ? [[label, sets]] : [];
  });
  return missing.length === 0 ? [] : [SENTENCES.missing(missing, FEWEST_CLASS_GROUPS)];
}

const isBroken = (tally: Tally, asked: Percentages): boolean =>
  TRAINING_SETS.some((set) => missOf(tally, set, asked) > 0);

/** For example `TRAIN 66.7, TEST 33.3, VALIDATION 0`. */
const sharesOf = ({ images, sets }: Tally): string =>
  TRAINING_SETS.map((set) => `${set} ${rounded((100 * sets[set]) / images)}`).join(', ');

const askedShares = (asked: Percentages): string =>
  TRAINING_SETS.map((set) => rounded(asked[set])).join(', ');

const rounded = (number: number): number => Math.round(number * 10) / 10;

/** Whether a set has more saved images than its share. */
const isHeld = ({ images, saved }: Tally, asked: Percentages): boolean =>
  TRAINING_SETS.some((set) => saved[set] > (images * asked[set]) / 100);

/** The first reason that applies. */
function reasonOf(tally: Tally, asked: Percentages): string {
  const { tag, groups, largest } = tally;
  if (isHeld(tally, asked)) return REASONS.saved();
  const wanted = TRAINING_SETS.filter((set) => asked[set] > 0).length;
  if (tag === null && groups <= wanted) return REASONS.groups(groups);
  if (largest > 1) return REASONS.largest(largest);
  return tag === null ? REASONS.few() : REASONS.mixed();
}
