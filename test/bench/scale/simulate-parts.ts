/**
 * Discrete-event simulation of counter parts under load: frames arrive at the instances at random, each instance commits
 * what arrived during its last commit, and the first commit after the span of a tally writes the instance's part.
 */
import { Random } from '../../../emulators/scenes/random.ts';
import { SPAN } from '../../../functions/src/common/adapters/firestore/counters/tally-line.ts';
import { COMMIT, instancesFor } from './figures.ts';
import { type Publishing, simulatePublishing } from './simulate-publishing.ts';

export interface PartsUnderLoad {
  framesPerSecond: number;
  instances: number;
  commitsPerSecond: number;
  framesPerCommit: number;
  /** Parts of the dataset, all instances together. */
  parts: number;
  /** Writes of the hottest part in its busiest second. */
  hottest: number;
  publishing: Publishing;
}

/** Maximum number of records in a commit, as in images.ts. */
const LIMIT = 100;
/** @param seconds of the simulated clock */
export function simulateParts(framesPerSecond: number, seconds = 10): PartsUnderLoad {
  const instances = Math.max(1, Math.ceil(instancesFor(framesPerSecond)));
  // Instances are independent of each other, so a few represent all.
  const simulated = Math.min(instances, 4);
  const each = Array.from({ length: simulated }, (_, instance) =>
    simulateInstance(framesPerSecond / instances, seconds, instance),
  );
  const sum = (of: 'commits' | 'frames') => each.reduce((total, one) => total + one[of], 0);
  const all = instances / simulated;
  return {
    framesPerSecond,
    instances,
    commitsPerSecond: (sum('commits') / seconds) * all,
    framesPerCommit: sum('frames') / sum('commits'),
    // One for each instance, and `base`.
    parts: instances + 1,
    hottest: Math.max(...each.map(({ hottest }) => hottest)),
    publishing: simulatePublishing(instances),
  };
}

function simulateInstance(rate: number, seconds: number, seed: number) {
  const random = new Random(seed + 1);
  const wait = (): number => -Math.log(1 - random.next()) / rate;
  const writes: number[] = [];
  let [next, clock, commits, frames] = [wait(), 0, 0, 0];
  while (clock < seconds) {
    // After the last commit, everything that arrived during it is committed together; otherwise the next
    // frame alone.
    clock = Math.max(clock, next);
    let batch = 0;
    for (; next <= clock && batch < LIMIT; batch += 1) next += wait();
    if (clock - (writes.at(-1) ?? Number.NEGATIVE_INFINITY) >= SPAN / 1000) writes.push(clock);
    commits += 1;
    frames += batch;
    clock += COMMIT;
  }
  return {
    commits,
    frames,
    hottest: busiestSecond(writes),
  };
}

/** Maximum number of writes within one second. */
function busiestSecond(times: readonly number[]): number {
  // A write at the end of a second belongs to the next one; times are floats, hence the tolerance.
  const within = (from: number) => times.filter((time) => time >= from && time < from + 1 - 1e-6).length;
  return Math.max(...times.map(within));
}
