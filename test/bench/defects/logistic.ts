/** Multinomial logistic regression with a quadratic penalty, as a program that looks for a baseline has it. */
import { softmax } from '../../../packages/look/src/calibration.ts';
import { dot } from '../../../packages/look/src/ridge.ts';
import { scaledRow, spreadOf, type Vectors } from '../../../packages/look/src/vectors.ts';

const STEPS = 300;
/** Of weights of standardized values: 1, as libraries have it. */
const PENALTY = 1;

export interface LabelledRow {
  row: number;
  label: number;
}

/** @returns for a row, its probabilities by class */
export function fitLogistic(
  vectors: Vectors,
  labelled: readonly LabelledRow[],
  classes: number,
): (row: number) => Float64Array {
  const spread = spreadOf(vectors);
  // `scaledRow` makes rows of length 1 or so; libraries standardize each value. The last one is the bias.
  const stretch = Math.sqrt(vectors.width);
  const open = (row: number) =>
    Float64Array.of(...scaledRow(vectors, row, spread).map((value) => value * stretch), 1);
  const rows = labelled.map(({ row }) => open(row));
  const kernel = rows.map((a) => Float64Array.from(rows, (b) => dot(a, b)));
  const duals = descend(
    kernel,
    labelled.map(({ label }) => label),
    classes,
  );
  const weights = duals.map((dual) => {
    const sum = new Float64Array(vectors.width + 1);
    for (const [at, row] of rows.entries())
      for (let value = 0; value < sum.length; value++) sum[value]! += dual[at]! * row[value]!;
    return sum;
  });
  return (row) => {
    const own = open(row);
    return softmax(
      Float64Array.from(weights, (weight) => dot(weight, own)),
      1,
    );
  };
}

/** Weights are sums of rows, so descent goes on by how much of each row they have: with Nesterov's momentum. */
function descend(
  kernel: readonly Float64Array[],
  labels: readonly number[],
  classes: number,
): Float64Array[] {
  const rate = 1 / (largestOf(kernel) / 2 + PENALTY);
  let duals = Array.from({ length: classes }, () => new Float64Array(labels.length));
  let before = duals;
  for (let step = 1; step <= STEPS; step++) {
    const momentum = (step - 1) / (step + 2);
    const ahead = duals.map((dual, label) =>
      dual.map((each, at) => each + momentum * (each - before[label]![at]!)),
    );
    const shares = kernel.map((near) =>
      softmax(
        Float64Array.from(ahead, (dual) => dot(dual, near)),
        1,
      ),
    );
    before = duals;
    duals = ahead.map((dual, label) =>
      dual.map(
        (each, at) => each - rate * (shares[at]![label]! - Number(labels[at] === label) + PENALTY * each),
      ),
    );
  }
  return duals;
}

/** The largest eigenvalue, by powers. */
function largestOf(kernel: readonly Float64Array[]): number {
  let vector = Float64Array.from(kernel, () => 1);
  let length = 0;
  for (let step = 0; step < 20; step++) {
    const next = Float64Array.from(kernel, (row) => dot(row, vector));
    length = Math.sqrt(dot(next, next));
    vector = next.map((each) => each / length);
  }
  return length;
}
