/** Times of a run: of the processor, in milliseconds, because on a busy machine the clock also counts other programs. */
const ROUNDS = 3;
/** The machine counts the processor time of a thread in steps: one run of some milliseconds may be none. */
const LEAST = 100;

function least(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = process.threadCpuUsage();
    for (let runs = 1; ; runs += 1) {
      work();
      const { user, system } = process.threadCpuUsage(began);
      if (user + system >= LEAST * 1000) return (user + system) / 1000 / runs;
    }
  });
  return Math.min(...times);
}

/** How many times as much processor time one thing takes as another, the least of three rounds each. */
export function timesAsLong(one: () => void, other: () => void): number {
  // The first run is compiled while it goes.
  other();
  return least(one) / least(other);
}
