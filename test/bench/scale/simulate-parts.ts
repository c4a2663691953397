/**
 * Counter parts under load, as events on a clock of their own: frames come to the instances at random, each instance
 * commits what has come while its last commit was under way, and each commit takes a part by the functions' own choice.
 */
import { Random } from '../../../emulators/scenes/random.ts';
import { pickPart } from '../../../functions/src/common/adapters/firestore/counter-parts.ts';
import { COMMIT, instancesFor } from './figures.ts';

export interface PartsUnderLoad {
  framesPerSecond: number;
  instances: number;
  commitsPerSecond: number;
  framesPerCommit: number;
  /** Of the dataset, all instances together. */
  parts: number;
  /** Writes of the hottest part in its busiest second. */
  hottest: number;
}

/** As in images.ts: records in one commit at the most. */
const LIMIT = 100;
let simulations = 0;

/** @param seconds of the simulated clock */
export function simulateParts(framesPerSecond: number, seconds = 10): PartsUnderLoad {
  const instances = Math.max(1, Math.ceil(instancesFor(framesPerSecond)));
  // Instances are alike and know nothing of each other: a few stand for all.
  const simulated = Math.min(instances, 4);
  simulations += 1;
  const each = Array.from({ length: simulated }, (_, instance) =>
    simulateInstance(`${simulations}-${instance}`, framesPerSecond / instances, seconds, instance),
  );
  const sum = (of: 'commits' | 'frames' | 'parts') => each.reduce((total, one) => total + one[of], 0);
  const all = instances / simulated;
  return {
    framesPerSecond,
    instances,
    commitsPerSecond: (sum('commits') / seconds) * all,
    framesPerCommit: sum('frames') / sum('commits'),
    parts: Math.round(sum('parts') * all),
    hottest: Math.max(...each.map(({ hottest }) => hottest)),
  };
}

function simulateInstance(dataset: string, rate: number, seconds: number, seed: number) {
  const random = new Random(seed + 1);
  const wait = (): number => -Math.log(1 - random.next()) / rate;
  const writes = new Map<number, number[]>();
  let [next, clock, commits, frames] = [wait(), 0, 0, 0];
  while (clock < seconds) {
    // The last commit is done; what has come meanwhile goes together, else the next frame goes alone.
    clock = Math.max(clock, next);
    let batch = 0;
    for (; next <= clock && batch < LIMIT; batch += 1) next += wait();
    const part = pickPart(dataset, clock * 1000);
    writes.set(part, [...(writes.get(part) ?? []), clock]);
    commits += 1;
    frames += batch;
    clock += COMMIT;
  }
  return {
    commits,
    frames,
    parts: writes.size,
    hottest: Math.max(...[...writes.values()].map(busiestSecond)),
  };
}

/** Writes within any second that begins with one of them. */
function busiestSecond(times: readonly number[]): number {
  // A write at the very end of a second belongs to the next one; clocks count in floats.
  const within = (from: number) => times.filter((time) => time >= from && time < from + 1 - 1e-6).length;
  return Math.max(...times.map(within));
}
