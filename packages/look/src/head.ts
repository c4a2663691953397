/** What a few labels say about all images: a linear head over vectors, with scores that can be trusted. */
import { fitSharpness, softmax } from './calibration.ts';
import { fitRidge } from './ridge.ts';
import { type Spread, scaledRow, spreadOf, type Vectors } from './vectors.ts';

export interface Labelled {
  /** Place of its vector. */
  row: number;
  /** Place of its class. */
  label: number;
  /** Images of a burst are near copies. */
  burst: number;
}

/** How closely the head follows single labels. */
const PENALTY = 0.03;

export interface Head {
  spread: Spread;
  /** By class: a weight for each value, and a bias. */
  weights: Float64Array[];
  sharpness: number;
  /** The labelled images with their probabilities by class, as a head says that was not told the labels of their burst. */
  leftOut: { labelled: Labelled; shares: Float64Array }[];
}

export function fitHead(vectors: Vectors, labelled: readonly Labelled[], classes: number): Head {
  const spread = spreadOf(vectors);
  const perClass = new Float64Array(classes);
  for (const { label } of labelled) perClass[label]!++;
  const { weights, leftOut } = fitRidge({
    rows: labelled.map(({ row }) => scaledRow(vectors, row, spread)),
    // Rare classes count as much as frequent ones.
    penalties: labelled.map(({ label }) => (PENALTY * perClass[label]! * classes) / labelled.length),
    targets: Array.from({ length: classes }, (_, at) =>
      Float64Array.from(labelled, ({ label }) => (label === at ? 1 : 0)),
    ),
    groups: labelled.map(({ burst }) => burst),
  });
  const labels = labelled.map(({ label }) => label);
  const sharpness = fitSharpness(leftOut, labels);
  return {
    spread,
    weights,
    sharpness,
    leftOut: labelled.map((each, at) => ({ labelled: each, shares: softmax(leftOut[at]!, sharpness) })),
  };
}

/** Probabilities by class. */
export function judge({ spread, weights, sharpness }: Head, vectors: Vectors, row: number): Float64Array {
  const values = scaledRow(vectors, row, spread);
  const scores = Float64Array.from(weights, (each) => {
    let sum = each[values.length]!;
    for (let at = 0; at < values.length; at++) sum += each[at]! * values[at]!;
    return sum;
  });
  return softmax(scores, sharpness);
}
