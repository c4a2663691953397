/** How fast this machine is: a fixed loop, which says it the same way everywhere. */
import { availableParallelism } from 'node:os';

/** Additions of the loop by which a run's processor time is given; a tenth of them is measured. */
const ADDITIONS = 1e9;
const PART = 10;
/** Milliseconds that the whole loop takes on a usual core of 2025. */
const USUAL = 850;
const ROUNDS = 3;
/** Suites that run at once: they often wait for processes and timers; three left two cores idle for a fifth of the run, four for a sixth. */
export const WORKERS = 5;
/** Beyond it a machine is not slow but stuck. */
const MOST = 20;

function add(times: number): number {
  let sum = 0;
  for (let i = 0; i < times; i += 1) sum += i;
  return sum;
}

export interface Machine {
  /** Seconds of processor time of the loop. */
  loop: number;
  /** How many times as long as on an idle usual core things take now, by the clock: 1 to 20. */
  slowness: number;
}

/** Takes a third of a second on a usual core. */
export function measureMachine(): Machine {
  // The first run is compiled while it goes.
  add(ADDITIONS / 100);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    const before = process.cpuUsage();
    add(ADDITIONS / PART);
    const { user, system } = process.cpuUsage(before);
    return { clock: (performance.now() - began) * PART, processor: ((user + system) * PART) / 1e6 };
  });
  const loop = Math.min(...rounds.map(({ processor }) => processor));
  // The middle one: a neighbour's burst is not the machine.
  const clock = rounds.map((each) => each.clock).sort((a, b) => a - b)[1]!;
  return { loop, slowness: Math.min(Math.max(1, clock / USUAL), MOST) };
}

/** How many times as long things take beside the other suites, of which half wait. */
export const crowding = (): number => Math.max(1, (1 + WORKERS / availableParallelism()) / 2);
