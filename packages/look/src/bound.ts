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
  const ways = logWays(right, judged);
  let [low, high] = [0, 1];
  // Each step halves the interval: 50 leave 1e-15.
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (shareOfAtLeast(right, judged, { share: middle, ways }) < 1 - confidence) low = middle;
    else high = middle;
  }
  return low;
}

/** The logarithm of the number of ways to choose so many. */
function logWays(right: number, judged: number): number {
  let logarithm = 0;
  for (let at = 1; at <= judged - right; at++) logarithm += Math.log((right + at) / at);
  return logarithm;
}

/** The probability of at least `right` right ones among `judged`. Summed up to terms that change nothing, as logarithms are exact enough. */
function shareOfAtLeast(
  right: number,
  judged: number,
  { share, ways }: { share: number; ways: number },
): number {
  const logarithm = ways + right * Math.log(share) + (judged - right) * Math.log1p(-share);
  const odds = share / (1 - share);
  let [term, sum] = [1, 0];
  for (let at = right; at <= judged && term > sum * Number.EPSILON; at++) {
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

/** The least share of right ones in all: exact where all were reviewed. */
export const leastRight = (right: number, reviewed: number, all: number): number =>
  reviewed === all ? right / all : lowerBound(right, reviewed);

/**
 * How many there may be at most, if each was found with a probability of at least `share`, and `found` were: with more, a search
 * that finds at most as many would come up in at most 5 % of cases.
 * Drawn without repetition out of several lists, finds vary less than independent ones, so the figure is on the safe side.
 * @param most there are no more anyhow
 */
export function mostOf(found: number, share: number, most: number, confidence = CONFIDENCE): number {
  if (share >= 1) return found;
  if (share <= 0) return most;
  let [low, high] = [found, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (chanceOfAtMost(found, middle, share) >= 1 - confidence) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The probability of at most `found` finds among `all`. As logarithms, because the first terms may be tiny. */
function chanceOfAtMost(found: number, all: number, share: number): number {
  let logarithm = all * Math.log1p(-share);
  let sum = Math.exp(logarithm);
  for (let at = 1; at <= Math.min(found, all); at++) {
    logarithm += Math.log((all - at + 1) / at) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(logarithm);
  }
  return sum;
}

/** With more than this share reviewed and nothing found, there are at most `most`. */
export const leastShare = (most: number, confidence = CONFIDENCE): number =>
  1 - (1 - confidence) ** (1 / (most + 1));
