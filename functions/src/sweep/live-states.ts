import { setTimeout as sleep } from 'node:timers/promises';
import { monitors } from '../common/adapters/firestore/records/monitors.ts';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { follower } from '../common/live/live-follower.ts';
import type { Monitor } from '../common/model.ts';
import { listings } from './adapters/listings.ts';
import { type Leftover, type Leftovers, RECHECK_AFTER } from './leftover.ts';
import type { Live } from './listings.ts';

/** Live states that differ from the monitor record, and those of monitors that are gone. */
export async function* findLiveStates(): Leftovers {
  for await (const { id } of listings.monitors()) {
    const live = await listings.live(id);
    const detail = await differenceOf(id, live);
    if (detail !== null) yield leftover(id, detail, () => follower.follow(id));
    if (await showsGone(live)) {
      yield leftover(id, 'shows an image that is gone', () => liveState.forget(id, [live.image]));
    }
  }
  for await (const ids of listings.liveIds()) {
    for (const id of await listings.withoutMonitor(ids)) {
      yield leftover(id, 'of no monitor', () => liveState.admit(id, null));
    }
  }
}

const leftover = (monitor: string, detail: string, repair: () => Promise<unknown>): Leftover => ({
  kind: 'live state',
  what: `monitor/${monitor}`,
  detail,
  repair,
});

const showsGone = async ({ image }: Live): Promise<boolean> =>
  image !== '' && (await listings.withoutImage([image])).length > 0;

/** What a live state must be. Its total lags while frames come, so it must lie between two counts. */
interface Truth {
  session: string;
  total: number | null;
}

async function differenceOf(id: string, live: Live): Promise<string | null> {
  const first = await truthOf(await monitors.find(id));
  if (!first || compare(live, first, first) === null) return null;
  await sleep(RECHECK_AFTER);
  const later = await listings.live(id);
  const second = await truthOf(await monitors.find(id));
  return second ? compare(later, first, second) : null;
}

async function truthOf(monitor: Monitor | null): Promise<Truth | null> {
  if (!monitor) return null;
  const session = monitor.session || monitor.lastSession?.id;
  return { session: monitor.session, total: session ? await sessions.count(session) : null };
}

/** Null if the live state is right. A session that began or ended between the checks is left to the next sweep. */
function compare(live: Live, first: Truth, second: Truth): string | null {
  const { session } = second;
  if (first.session !== session) return null;
  if (live.status !== (session !== '')) return `status ${live.status}`;
  if (live.session !== session) return `session "${live.session}" instead of "${session}"`;
  if (first.total === null || second.total === null) return null;
  const total = live.totalCounter ?? -1;
  const fits = total >= Math.min(first.total, second.total) && total <= Math.max(first.total, second.total);
  return fits ? null : `total ${live.totalCounter} instead of ${second.total}`;
}
