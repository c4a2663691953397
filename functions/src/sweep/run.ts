import type { Trash } from '../common/images/curate-ports.ts';
import type { RemovePorts } from '../common/images/remove-image.ts';
import type { Counters, ImageLists, ImagePages, Monitors } from '../common/ports.ts';
import type { Runs } from '../common/runs/run-ports.ts';
import type { Versions } from '../common/versions/version-ports.ts';
import { findCounters } from './counters.ts';
import { findFileLeftovers } from './files.ts';
import { findGrants } from './grants.ts';
import type { Leftover, Leftovers } from './leftover.ts';
import type { Listings } from './listings.ts';
import { findLiveStates } from './live-states.ts';
import type { SweepOptions } from './options.ts';
import { findRunFiles } from './run-files.ts';
import { findDetections, findSessions, findTombstones } from './traces.ts';

interface Ports extends RemovePorts {
  counters: Counters;
  imageLists: ImageLists;
  imagePages: ImagePages;
  listings: Listings;
  monitors: Monitors;
  runs: Runs;
  trash: Trash;
  versions: Versions;
}

/** Finds, prints and repairs leftovers. Files come first: repairing them changes sessions and counters, which come last. */
export async function sweep(
  options: SweepOptions,
  ports: Ports,
  say: (line: string) => void,
): Promise<{ found: number; repaired: number; lost: number }> {
  const swept = { found: 0, repaired: 0, lost: 0 };
  for await (const leftover of findAll(options, ports)) {
    swept.found += 1;
    if (leftover.kind === 'record without object' && !options.removesLost) swept.lost += 1;
    const isRepaired = !options.isDry && (await repair(leftover, say));
    if (isRepaired) swept.repaired += 1;
    say(lineOf(leftover));
  }
  return swept;
}

async function* findAll({ olderThan, isDry, isForced, removesLost }: SweepOptions, ports: Ports): Leftovers {
  const limits = { writtenBefore: Date.now() - olderThan, isForced: isDry || isForced, removesLost };
  yield* findGrants(ports);
  yield* findTombstones(ports, limits.writtenBefore);
  yield* findFileLeftovers(ports, limits);
  yield* findRunFiles(ports, limits.writtenBefore);
  yield* findDetections(ports);
  yield* findSessions(ports);
  yield* findLiveStates(ports);
  yield* findCounters(ports);
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
