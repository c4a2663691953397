/** Finds the promises of Contract 4 that a split could not keep. */

import { TRAINING_SETS } from '../../../../packages/records/src/lists.ts';
import { type PerSet, perSet } from '../../../../packages/records/src/per-set.ts';
import type { Percentages } from './percentages.ts';
import { MOST_LABELS, type Reason, sentenceOf, type Warning } from './sentences.ts';
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
 * @returns one for the shares, one for bursts, one for each label; empty if every promise is kept
 */
export function warningsOf(
  { tallies, cuts }: Split,
  asked: Percentages,
  labelOf: (tag: string) => string | null | undefined,
): Warning[] {
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
export function shorten(warnings: readonly Warning[]): Warning[] {
  const more = warnings.length - MOST_WARNINGS;
  if (more <= 0) return [...warnings];
  return [...warnings.slice(0, MOST_WARNINGS), { code: 'more', values: { count: more } }];
}

/** Warnings as answers and files have them. */
export const saidOf = (warnings: readonly Warning[]) => ({
  warnings: warnings.map(sentenceOf),
  warningCodes: warnings,
});

function shareWarnings(all: Tally, asked: Percentages): Warning[] {
  // Nothing is promised for 1 or 2 groups, but an empty set is always reported.
  const isEmpty = TRAINING_SETS.some((set) => asked[set] > 0 && all.sets[set] === 0);
  if (all.images === 0 || !(isEmpty || isBroken(all, asked))) return [];
  return [{ code: 'shares', values: missed(all, asked) }];
}

/** One warning for all labels whose share is missed because of saved sets, which somebody chose. */
function savedWarnings(labelled: readonly Labelled[], asked: Percentages): Warning[] {
  const held = labelled.filter(({ tally }) => isBroken(tally, asked) && isHeld(tally, asked));
  return held.length === 0 ? [] : [{ code: 'saved', values: someOf(held.map(({ label }) => label)) }];
}

function labelWarnings({ tally, label }: Labelled, asked: Percentages): Warning[] {
  if (!isBroken(tally, asked) || isHeld(tally, asked)) return [];
  return [{ code: 'label', values: { ...missed(tally, asked), label } }];
}

const cutWarnings = (cuts: Split['cuts']): Warning[] =>
  !cuts || cuts.apart === 0
    ? []
    : [{ code: 'cut', values: { bursts: cuts.bursts, limit: cuts.limit, places: cuts.apart } }];

/** Labels of which there are too few groups to promise anything. */
function missingWarnings(labelled: readonly Labelled[], asked: Percentages): Warning[] {
  const missing = labelled.flatMap(({ tally, label }) => {
    const sets = TRAINING_SETS.filter((set) => asked[set] > 0 && tally.sets[set] === 0);
    const isFew = tally.groups < FEWEST_CLASS_GROUPS;
    return isFew && sets.length > 0 ? [{ label, sets }] : [];
  });
  if (missing.length === 0) return [];
  return [{ code: 'missing', values: { ...someOf(missing), fewest: FEWEST_CLASS_GROUPS } }];
}

const isBroken = (tally: Tally, asked: Percentages): boolean =>
  TRAINING_SETS.some((set) => missOf(tally, set, asked) > 0);

const missed = (tally: Tally, asked: Percentages) => ({
  shares: sharesOf(tally),
  asked: perSet((set) => rounded(asked[set])),
  reason: reasonOf(tally, asked),
});

const sharesOf = ({ images, sets }: Tally): PerSet => perSet((set) => rounded((100 * sets[set]) / images));

const someOf = <T>(labels: readonly T[]) => ({ labels: labels.slice(0, MOST_LABELS), count: labels.length });

const rounded = (number: number): number => Math.round(number * 10) / 10;

/** Whether a set has more saved images than its share. */
const isHeld = ({ images, saved }: Tally, asked: Percentages): boolean =>
  TRAINING_SETS.some((set) => saved[set] > (images * asked[set]) / 100);

/** The first reason that applies. */
function reasonOf(tally: Tally, asked: Percentages): Reason {
  const { tag, groups, largest } = tally;
  if (isHeld(tally, asked)) return { code: 'saved', count: 0 };
  const wanted = TRAINING_SETS.filter((set) => asked[set] > 0).length;
  if (tag === null && groups <= wanted) return { code: 'groups', count: groups };
  if (largest > 1) return { code: 'largest', count: largest };
  return { code: tag === null ? 'few' : 'mixed', count: 0 };
}
