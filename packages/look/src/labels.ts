/** What a head says about labels: how often it would be right, which labels are doubtful, which image teaches most. */
import { fitHead, type Head, judge } from './head.ts';
import type { Vectors } from './vectors.ts';

/** The place of the highest share; the first of equal ones. */
export const likeliest = (shares: Float64Array): number => shares.indexOf(Math.max(...shares));

export interface ClassReport {
  labelled: number;
  /** Labelled images of this class that a head would recognize without their burst. */
  right: number;
}

export interface LabelReport {
  /** Share of labelled images that a head would recognize without their burst; null without labels. */
  accuracy: number | null;
  classes: ClassReport[];
}

export function reportOf({ leftOut, weights }: Head): LabelReport {
  const classes = weights.map(() => ({ labelled: 0, right: 0 }));
  for (const { labelled, shares } of leftOut) {
    const report = classes[labelled.label]!;
    report.labelled++;
    if (likeliest(shares) === labelled.label) report.right++;
  }
  const right = classes.reduce((sum, each) => sum + each.right, 0);
  return { accuracy: leftOut.length > 0 ? right / leftOut.length : null, classes };
}

export interface Doubt {
  /** The class that the other labels speak for, and its share. */
  instead: number;
  share: number;
  /** From -1, nobody doubts it, to 1. */
  doubt: number;
}

/** A label with more doubt than this does not speak for others: wrong ones would speak for each other. */
const DENIED = 0.5;

/** How far the labels of a head, those left out that the others deny, deny the label of a row. */
export function doubter(vectors: Vectors, { leftOut, weights }: Head): (row: number, label: number) => Doubt {
  const trusted = leftOut.filter(({ labelled, shares }) => doubtOf(shares, labelled.label).doubt <= DENIED);
  const head = fitHead(
    vectors,
    trusted.map(({ labelled }) => labelled),
    weights.length,
  );
  const known = new Map(head.leftOut.map(({ labelled, shares }) => [labelled.row, shares]));
  return (row, label) => doubtOf(known.get(row) ?? judge(head, vectors, row), label);
}

/** What shares say of a label that they do not know. */
function doubtOf(shares: Float64Array, label: number): Doubt {
  const others = shares.map((share, at) => (at === label ? -1 : share));
  const instead = likeliest(others);
  const share = others[instead]!;
  return { instead, share, doubt: share - shares[label]! };
}

/** Rows by what their label would teach, most first: those between whose two likeliest classes the head can hardly decide. */
export function mostInstructive(head: Head, vectors: Vectors, rows: readonly number[]): number[] {
  return rows
    .map((row) => ({ row, margin: marginOf(judge(head, vectors, row)) }))
    .sort((a, b) => a.margin - b.margin || a.row - b.row)
    .map(({ row }) => row);
}

function marginOf(shares: Float64Array): number {
  const [first = 0, second = 0] = [...shares].sort((a, b) => b - a);
  return first - second;
}
