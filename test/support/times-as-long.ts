/** Times of a run: of the processor, in milliseconds, because on a busy machine the clock also counts other programs. */
const ROUNDS = 3;

function least(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** How many times as much processor time one thing takes as another, the least of three rounds each. */
export function timesAsLong(one: () => void, other: () => void): number {
  // The first run is compiled while it goes.
  other();
  return least(one) / least(other);
}
