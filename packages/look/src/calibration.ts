/** From scores to probabilities. */

/** Steps of the search: each 15 % more. */
const STEPS = Array.from({ length: 50 }, (_, step) => 0.5 * 1.15 ** step);

/**
 * How many times scores must be multiplied until their softmax says how often it is right (temperature scaling).
 * @param scores of images that the head had not seen, and their classes
 */
export function fitSharpness(scores: readonly Float64Array[], labels: readonly number[]): number {
  // As Platt does: one mistake more than was seen, or scores that are all right would be certain.
  const certain = (scores.length + 1) / (scores.length + 2);
  const lossOf = (sharpness: number): number => {
    let loss = 0;
    for (const [at, each] of scores.entries()) {
      const shares = softmax(each, sharpness);
      const right = shares[labels[at]!]!;
      loss -=
        certain * Math.log(right + Number.MIN_VALUE) + (1 - certain) * Math.log(1 - right + Number.MIN_VALUE);
    }
    return loss;
  };
  let [best, least] = [1, Number.POSITIVE_INFINITY];
  for (const step of STEPS) {
    const loss = lossOf(step);
    if (loss < least) [best, least] = [step, loss];
  }
  return best;
}

export function softmax(scores: Float64Array, sharpness: number): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = scores.map((score) => Math.exp((score - most) * sharpness));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
