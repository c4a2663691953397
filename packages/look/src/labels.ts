/** What a head says about labels: how often it would be right, which labels are doubtful, which image teaches most. */
import { type Head, judge } from './head.ts';
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
  row: number;
  /** The class that the other labels speak for. */
  instead: number;
  /** From -1, nobody doubts it, to 1. */
  doubt: number;
}

/** Labels that the others deny, most doubtful first. */
export function doubtsOf({ leftOut }: Head): Doubt[] {
  return leftOut
    .map(({ labelled: { row, label }, shares }) => ({ row, ...doubtOf(shares, label) }))
    .sort((a, b) => b.doubt - a.doubt || a.row - b.row);
}

/** What shares say of a label that they do not know. */
export function doubtOf(shares: Float64Array, label: number): Omit<Doubt, 'row'> {
  const others = shares.map((share, at) => (at === label ? -1 : share));
  const instead = likeliest(others);
  return { instead, doubt: others[instead]! - shares[label]! };
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
