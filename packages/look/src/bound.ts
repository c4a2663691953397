/** How many are right at least, after some of them were judged: Clopper and Pearson's lower limit. */

const CONFIDENCE = 0.95;

/**
 * The least share of right ones in all that a sample does not deny: with a smaller share, a sample with at least as many
 * right ones would come up in at most 5 % of cases.
 */
export function lowerBound(right: number, judged: number, confidence = CONFIDENCE): number {
  if (!(Number.isInteger(right) && Number.isInteger(judged) && right >= 0 && right <= judged))
    throw new RangeError(`${right} right of ${judged}`);
  if (right === 0) return 0;
  let [low, high] = [0, 1];
  // Each step halves the interval: 50 leave 1e-15.
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (shareOfAtLeast(right, judged, middle) < 1 - confidence) low = middle;
    else high = middle;
  }
  return low;
}

/** The probability of at least `right` right ones among `judged`. Summed from the largest term, as logarithms are exact enough. */
function shareOfAtLeast(right: number, judged: number, share: number): number {
  let logarithm = right * Math.log(share) + (judged - right) * Math.log1p(-share);
  for (let at = 1; at <= judged - right; at++) logarithm += Math.log((right + at) / at);
  const odds = share / (1 - share);
  let [term, sum] = [1, 0];
  for (let at = right; at <= judged; at++) {
    sum += term;
    term *= ((judged - at) / (at + 1)) * odds;
  }
  return Math.exp(logarithm + Math.log(sum));
}

/** How many must be judged so that the bound is at least `precision` even with so many wrong ones among them. */
export function sampleSize(precision: number, wrong = 0, confidence = CONFIDENCE): number {
  if (!(precision > 0 && precision < 1))
    throw new RangeError(`precision must be between 0 and 1, not ${precision}`);
  let size = wrong + 1;
  while (lowerBound(size - wrong, size, confidence) < precision) size++;
  return size;
}
