/** What a few labels say about all images: a linear head over vectors, with scores that can be trusted. */
import { fitSharpness, softmax } from './calibration.ts';
import { DESCRIPTOR_LENGTH } from './descriptor.ts';
import { GRADIENTS } from './gradients.ts';
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

/**
 * How much it counts where edges are, for the built-in descriptor: photographs that are taken alike need it, windows cut from anywhere
 * are better off without. What would have been surer of the labels that were left out is taken.
 */
const GRADIENT_WEIGHTS = [0, 1, 1.6];

export function fitHead(vectors: Vectors, labelled: readonly Labelled[], classes: number): Head {
  const heads = spreadsOf(vectors).map((spread) => fitWith(spread, vectors, { labelled, classes }));
  return heads.reduce((best, head) => (lossOf(head) < lossOf(best) ? head : best));
}

function spreadsOf(vectors: Vectors): Spread[] {
  const { mean, scale } = spreadOf(vectors);
  if (vectors.width !== DESCRIPTOR_LENGTH) return [{ mean, scale }];
  const from = DESCRIPTOR_LENGTH - GRADIENTS;
  // The others are of mean length 1 together.
  const others = Math.sqrt(DESCRIPTOR_LENGTH / from);
  return GRADIENT_WEIGHTS.map((weight) => ({
    mean,
    scale: scale.map((each, at) => each * others * (at < from ? 1 : weight)),
  }));
}

const lossOf = ({ leftOut }: Head): number =>
  leftOut.reduce(
    (sum, { labelled, shares }) => sum - Math.log(shares[labelled.label]! + Number.MIN_VALUE),
    0,
  );

interface Told {
  labelled: readonly Labelled[];
  classes: number;
}

/** By class: how much its labels may be missed. Rare classes count as much as frequent ones. */
export function penaltiesOf(labelled: readonly Labelled[], classes: number): Float64Array {
  const perClass = new Float64Array(classes);
  for (const { label } of labelled) perClass[label]!++;
  return perClass.map((count) => (PENALTY * count * classes) / labelled.length);
}

function fitWith(spread: Spread, vectors: Vectors, { labelled, classes }: Told): Head {
  const penalties = penaltiesOf(labelled, classes);
  const { weights, leftOut } = fitRidge({
    rows: labelled.map(({ row }) => scaledRow(vectors, row, spread)),
    penalties: labelled.map(({ label }) => penalties[label]!),
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
