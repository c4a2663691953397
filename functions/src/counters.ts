/**
 * The `counters` function: every minute it shows what a frozen or killed process left unshown, on datasets (Contract 2) and
 * in the live state of running monitors (Contract 6).
 */
import { counters } from './common/adapters/firestore/counters.ts';
import { monitors } from './common/adapters/firestore/monitors.ts';
import { sessions } from './common/adapters/firestore/sessions.ts';
import { liveState } from './common/adapters/live-state.ts';
import { LiveFollower } from './common/live-follower.ts';
import { describeError, log } from './common/log.ts';

/** Milliseconds to look back: twice the schedule's minute, and some more for one that was late. */
const LOOK_BACK = 150_000;
/** Monitors that are looked at together. */
const SIDE_BY_SIDE = 20;

export async function showMoved(): Promise<void> {
  for (const dataset of await counters.movedSince(Date.now() - LOOK_BACK)) {
    await counters.publish(dataset).catch((error: unknown) => {
      log('ERROR', 'counters not published', { dataset, reason: describeError(error) });
    });
  }
  const follower = new LiveFollower({ monitors, sessions, liveState });
  const running = monitors.running()[Symbol.asyncIterator]();
  const worker = async (): Promise<void> => {
    for (let next = await running.next(); !next.done; next = await running.next())
      await follower.follow(next.value);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}
