/** What a head says about labels: how often it would be right, which image teaches most. */
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
