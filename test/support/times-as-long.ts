/**
 * Times of a run: of the processor, in milliseconds, because on a busy machine the clock also counts other programs. A machine
 * that is shared may count what it gives to others for a second, hence many rounds.
 */
const ROUNDS = 12;
/** The machine counts the processor time of a thread in steps: one run of some milliseconds may be none. */
const LEAST = 50;

function timeOf(work: () => void): number {
  const began = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(began);
    if (user + system >= LEAST * 1000) return (user + system) / 1000 / runs;
  }
}

/** How many times as much processor time one thing takes as another: the least of each, in rounds that alternate. */
export function timesAsLong(one: () => void, other: () => void): number {
  // The first run is compiled while it goes.
  other();
  const times = Array.from({ length: ROUNDS }, () => [timeOf(one), timeOf(other)] as const);
  const least = (at: 0 | 1) => Math.min(...times.map((pair) => pair[at]));
  return least(0) / least(1);
}
