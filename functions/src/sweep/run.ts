import { findCounters } from './counters.ts';
import { findFileLeftovers } from './files.ts';
import type { Leftover, Leftovers } from './leftover.ts';
import { findLiveStates } from './live-states.ts';
import type { SweepOptions } from './options.ts';
import { findDetections, findRemovals, findSessions } from './traces.ts';
import type { ports } from './wiring.ts';

export interface Swept {
  found: number;
  mended: number;
}

/** Finds, prints and mends. Files first: what is mended there moves sessions and counters, which come last. */
export async function sweep(
  options: SweepOptions,
  world: typeof ports,
  say: (line: string) => void,
): Promise<Swept> {
  const swept = { found: 0, mended: 0 };
  for await (const leftover of findAll(options, world)) {
    swept.found += 1;
    const isMended = !options.isDry && (await mend(leftover, say));
    if (isMended) swept.mended += 1;
    say(lineOf(leftover));
  }
  return swept;
}

async function* findAll({ olderThan, isDry, isForced }: SweepOptions, world: typeof ports): Leftovers {
  const limits = { writtenBefore: Date.now() - olderThan, isForced: isDry || isForced };
  yield* findRemovals(world, limits.writtenBefore);
  yield* findFileLeftovers(world, limits);
  yield* findDetections(world);
  yield* findSessions(world);
  yield* findLiveStates(world);
  yield* findCounters(world);
}

async function mend(leftover: Leftover, say: (line: string) => void): Promise<boolean> {
  try {
    await leftover.mend();
    return true;
  } catch (error) {
    say(`could not be mended: ${(error as Error).message}`);
    return false;
  }
}

const lineOf = ({ kind, what, detail }: Leftover): string =>
  `${kind.padEnd(24)}${what}${detail === undefined ? '' : ` (${detail})`}`;
