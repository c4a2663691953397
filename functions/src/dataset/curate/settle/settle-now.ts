import { tombstones } from '../../../common/adapters/firestore/records/tombstones.ts';
import { sessions } from '../../../common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../../../common/adapters/live-state.ts';
import { withTimeout } from '../../../common/concurrency/timeout.ts';
import type { MovedImage } from '../../../common/images/curate-ports.ts';
import { oneOfEach } from '../../../common/images/moved-images.ts';
import { follower } from '../../../common/live/live-follower.ts';

/** Milliseconds that an answer waits for this. What is not done by then is done by the `counters` function and the sweep. */
const SETTLING = 5_000;

/** @throws Error if it takes longer */
export const settleNow = (steps: readonly (readonly MovedImage[])[]): Promise<void> =>
  withTimeout(SETTLING, 'settling', settle(steps.flat(), steps.flatMap(oneOfEach)));

async function settle(moved: readonly MovedImage[], noted: readonly MovedImage[]): Promise<void> {
  const named = new Set(moved.map(({ session }) => session).filter((session) => session !== ''));
  await Promise.all([...named].map((session) => sessions.settle(session)));
  const byMonitor = Map.groupBy(moved, ({ monitor }) => monitor);
  byMonitor.delete(null);
  await Promise.all([...byMonitor].map(([monitor, some]) => tell(String(monitor), some)));
  await tombstones.done(noted.map(({ image }) => image));
}

async function tell(monitor: string, moved: readonly MovedImage[]): Promise<void> {
  await liveState.forget(
    monitor,
    moved.map(({ image }) => image),
  );
  if (moved.some(({ session }) => session !== '')) await follower.follow(monitor);
}
