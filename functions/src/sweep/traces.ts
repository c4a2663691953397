/** What images leave behind in the database. */

import type { Sessions } from '../common/ports.ts';
import { completeRemoval, type RemovePorts } from '../image/remove-image.ts';
import { type Leftovers, SECOND_LOOK } from './leftover.ts';
import type { ListedSession, Listings } from './listings.ts';

/** @param before Unix milliseconds: later ones may be under way */
export async function* findRemovals(ports: RemovePorts & { listings: Listings }, before: number): Leftovers {
  for await (const removal of ports.listings.removals(before)) {
    yield {
      kind: 'unfinished removal',
      what: `removal/${removal.image}`,
      mend: () => completeRemoval(removal, ports),
    };
  }
}

export async function* findDetections({ listings }: { listings: Listings }): Leftovers {
  for await (const ids of listings.detections()) {
    for (const id of await listings.withoutImage(ids)) {
      const mend = () => listings.removeDetection(id);
      yield { kind: 'detection without image', what: `detection/${id}`, mend };
    }
  }
}

interface SessionPorts {
  listings: Listings;
  sessions: Sessions;
}

/** Ended sessions; those that run are counted at their end. */
export async function* findSessions({ listings, sessions }: SessionPorts): Leftovers {
  for await (const session of listings.sessions()) {
    if (!session.isEnded) continue;
    const counted = await differentCount(session, sessions);
    if (counted === null) continue;
    yield {
      kind: 'session total',
      what: `session/${session.id}`,
      detail: `${session.total} instead of ${counted}`,
      mend: () => sessions.settle(session.id),
    };
  }
}

/** Null where the total is right, or images are coming and going. */
async function differentCount({ id, total }: ListedSession, sessions: Sessions): Promise<number | null> {
  const counted = await sessions.count(id);
  if (counted === total) return null;
  await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK));
  return (await sessions.count(id)) === counted ? counted : null;
}
