/** What deleted images leave behind in the database. */

import { setTimeout as sleep } from 'node:timers/promises';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { completeTombstone } from '../common/images/remove-image.ts';
import type { Sessions } from '../common/ports.ts';
import { listings } from './adapters/listings.ts';
import { type Leftovers, RECHECK_AFTER } from './leftover.ts';
import type { ListedSession } from './listings.ts';

/** @param before Unix milliseconds: later ones may be in progress */
export async function* findTombstones(before: number): Leftovers {
  for await (const tombstone of listings.tombstones(before)) {
    yield {
      kind: 'unfinished removal',
      what: `removal/${tombstone.image}`,
      repair: () => completeTombstone(tombstone),
    };
  }
}

export async function* findDetections(): Leftovers {
  for await (const ids of listings.detections()) {
    for (const id of await listings.withoutImage(ids)) {
      const repair = () => listings.removeDetection(id);
      yield { kind: 'detection without image', what: `detection/${id}`, repair };
    }
  }
}

/** Ended sessions only; a running session is counted when it ends. */
export async function* findSessions(): Leftovers {
  for await (const session of listings.sessions()) {
    if (!session.isEnded) continue;
    const counted = await differentCount(session, sessions);
    if (counted === null) continue;
    yield {
      kind: 'session total',
      what: `session/${session.id}`,
      detail: `${session.total} instead of ${counted}`,
      repair: () => sessions.settle(session.id),
    };
  }
}

/** Null if the total is right, or if images are being added or removed. */
async function differentCount({ id, total }: ListedSession, sessions: Sessions): Promise<number | null> {
  const counted = await sessions.count(id);
  if (counted === total) return null;
  await sleep(RECHECK_AFTER);
  return (await sessions.count(id)) === counted ? counted : null;
}
