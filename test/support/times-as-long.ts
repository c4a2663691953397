/** Times of a run, in milliseconds. */
const ROUNDS = 3;

function fastest(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** How many times as long one thing takes as another on this machine at this moment, the fastest of three rounds each. */
export function timesAsLong(one: () => void, other: () => void): number {
  // The first run is compiled while it goes.
  other();
  return fastest(one) / fastest(other);
}
