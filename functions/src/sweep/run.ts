import { findCounters } from './counters.ts';
import { findFileLeftovers } from './files.ts';
import { findGrants } from './grants.ts';
import type { Leftover, Leftovers } from './leftover.ts';
import { findLiveStates } from './live-states.ts';
import type { SweepOptions } from './options.ts';
import { findRunFiles } from './run-files.ts';
import { findDetections, findSessions, findTombstones } from './traces.ts';

/** Finds, prints and repairs leftovers. Files come first: repairing them changes sessions and counters, which come last. */
export async function sweep(
  options: SweepOptions,
  say: (line: string) => void,
): Promise<{ found: number; repaired: number; lost: number }> {
  const swept = { found: 0, repaired: 0, lost: 0 };
  for await (const leftover of findAll(options)) {
    swept.found += 1;
    if (leftover.kind === 'record without object' && !options.removesLost) swept.lost += 1;
    const isRepaired = !options.isDry && (await repair(leftover, say));
    if (isRepaired) swept.repaired += 1;
    say(lineOf(leftover));
  }
  return swept;
}

async function* findAll({ olderThan, isDry, isForced, removesLost }: SweepOptions): Leftovers {
  const limits = { writtenBefore: Date.now() - olderThan, isForced: isDry || isForced, removesLost };
  yield* findGrants();
  yield* findTombstones(limits.writtenBefore);
  yield* findFileLeftovers(limits);
  yield* findRunFiles(limits.writtenBefore);
  yield* findDetections();
  yield* findSessions();
  yield* findLiveStates();
  yield* findCounters();
}

async function repair(leftover: Leftover, say: (line: string) => void): Promise<boolean> {
  try {
    return (await leftover.repair()) !== 'kept';
  } catch (error) {
    say(`could not be repaired: ${(error as Error).message}`);
    return false;
  }
}

const lineOf = ({ kind, what, detail }: Leftover): string =>
  `${kind.padEnd(24)}${what}${detail === undefined ? '' : ` (${detail})`}`;
