/** Labelled vectors, and how they are divided into labelled and other images. */
import { Random } from '../../../emulators/scenes/random.ts';
import { fitHead, type Head, judge } from '../../../packages/look/src/head.ts';
import { likeliest } from '../../../packages/look/src/labels.ts';
import type { Vectors } from '../../../packages/look/src/vectors.ts';

export interface PictureSet {
  name: string;
  /** Class by row. */
  labels: number[];
  classes: number;
  vectors: Vectors;
  /** Of colour histogram and HOG. */
  reference: Vectors;
}

export const DRAWS = 20;

export function shuffle<T>(list: readonly T[], random: Random): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.whole(0, at);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

/** So many rows of each class at random, and the others. */
export function divide(
  labels: readonly number[],
  perClass: number,
  random: Random,
): { known: number[]; rest: number[] } {
  const taken = new Map<number, number>();
  const [known, rest]: [number[], number[]] = [[], []];
  for (const row of shuffle([...labels.keys()], random)) {
    const count = taken.get(labels[row]!) ?? 0;
    (count < perClass ? known : rest).push(row);
    taken.set(labels[row]!, count + 1);
  }
  return { known, rest };
}

/** @param labels by row; those of the set if absent */
export const headOf = (
  set: PictureSet,
  rows: readonly number[],
  labels = set.labels,
  vectors = set.vectors,
): Head =>
  fitHead(
    vectors,
    rows.map((row) => ({ row, label: labels[row]!, burst: row })),
    set.classes,
  );

export const answerOf = (head: Head, vectors: Vectors, row: number): number =>
  likeliest(judge(head, vectors, row));

export const accuracyOn = (
  set: PictureSet,
  head: Head,
  rows: readonly number[],
  vectors = set.vectors,
): number => mean(rows.map((row) => Number(answerOf(head, vectors, row) === set.labels[row])));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of what is measured with each seed. */
export const meanOfDraws = (measure: (random: Random) => number): number =>
  mean(Array.from({ length: DRAWS }, (_, draw) => measure(new Random(draw + 1))));
