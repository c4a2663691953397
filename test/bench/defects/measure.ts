/** What few labels of real defects give: on pictures that nobody has labelled. */
import { Random } from '../../../emulators/scenes/random.ts';
import { fitHead, judge } from '../../../packages/look/src/head.ts';
import { likeliest } from '../../../packages/look/src/labels.ts';
import type { Vectors } from '../../../packages/look/src/vectors.ts';
import { divide, mean, shuffle } from '../suggest/picture-set.ts';
import { fitLogistic, type LabelledRow } from './logistic.ts';

const DRAWS = 10;
const [COVERED_AT, REJECTED] = [0.95, 0.05];

/** Few labels of each class, or as many at random. */
export type Way = 'balanced' | 'as they come';

/** @returns for a row, its probabilities by class */
export type Fit = (
  vectors: Vectors,
  labelled: readonly LabelledRow[],
  classes: number,
) => (row: number) => Float64Array;

export const ridge: Fit = (vectors, labelled, classes) => {
  const head = fitHead(
    vectors,
    labelled.map((each) => ({ ...each, burst: each.row })),
    classes,
  );
  return (row) => judge(head, vectors, row);
};

export const logistic: Fit = fitLogistic;

export interface Measured {
  accuracy: number;
  /** Share of the rest, the surest first, of which 95 % are right. */
  coverage: number;
  /** Share of the bad ones that are called good, where 5 % of the good ones are called bad. */
  escapes: number;
}

/** Means of some draws, the same for each way to look at pictures. */
export function measure(
  {
    labels,
    classes,
    perClass,
    way,
  }: { labels: readonly number[]; classes: number; perClass: number; way: Way },
  vectors: Vectors,
  fit: Fit,
): Measured {
  const draws = Array.from({ length: DRAWS }, (_, draw) => {
    const random = new Random(draw + 1);
    const { known, rest } =
      way === 'balanced' ? divide(labels, perClass, random) : take(labels, perClass * classes, random);
    const sharesOf = fit(
      vectors,
      known.map((row) => ({ row, label: labels[row]! })),
      classes,
    );
    return figuresOf(rest.map((row) => ({ label: labels[row]!, shares: sharesOf(row) })));
  });
  const meanOf = (of: keyof Measured) => mean(draws.map((each) => each[of]));
  return { accuracy: meanOf('accuracy'), coverage: meanOf('coverage'), escapes: meanOf('escapes') };
}

function take(labels: readonly number[], count: number, random: Random): { known: number[]; rest: number[] } {
  const rows = shuffle([...labels.keys()], random);
  return { known: rows.slice(0, count), rest: rows.slice(count) };
}

interface Judged {
  label: number;
  shares: Float64Array;
}

function figuresOf(judged: readonly Judged[]): Measured {
  const surest = judged
    .map(({ label, shares }) => ({ isRight: likeliest(shares) === label, score: Math.max(...shares) }))
    .sort((a, b) => b.score - a.score);
  let [right, covered] = [0, 0];
  for (const [at, { isRight }] of surest.entries()) {
    right += Number(isRight);
    if (right >= COVERED_AT * (at + 1)) covered = at + 1;
  }
  return { accuracy: right / judged.length, coverage: covered / judged.length, escapes: escapesOf(judged) };
}

function escapesOf(judged: readonly Judged[]): number {
  const goodness = (isGood: boolean) =>
    judged.filter(({ label }) => (label === 0) === isGood).map(({ shares }) => shares[0]!);
  const good = goodness(true).sort((a, b) => a - b);
  const limit = good[Math.floor(REJECTED * good.length)]!;
  return mean(goodness(false).map((each) => Number(each >= limit)));
}
