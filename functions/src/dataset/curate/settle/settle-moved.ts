import type { MovedImage } from '../../../common/curate-ports.ts';
import type { LiveFollower } from '../../../common/live-follower.ts';
import type { LiveState } from '../../../common/live-ports.ts';
import { describeError, log } from '../../../common/log.ts';
import { oneOfEach } from '../../../common/moved-images.ts';
import type { Sessions, Tombstones } from '../../../common/ports.ts';
import { withTimeout } from '../../../common/timeout.ts';

export interface SettlePorts {
  tombstones: Tombstones;
  sessions: Sessions;
  liveState: LiveState;
  follower: LiveFollower;
}

/** Milliseconds that an answer waits for this. What is not done by then is done by the `counters` function and the sweep. */
const SETTLING = 5_000;

/**
 * Updates sessions and the live state after images entered or left them, then removes the tombstones. Never rejects, because
 * the records are already committed.
 * @param steps images of each commit
 */
export async function settleMoved(
  steps: readonly (readonly MovedImage[])[],
  ports: () => Promise<SettlePorts>,
): Promise<void> {
  const moved = steps.flat();
  if (moved.length === 0) return;
  try {
    await withTimeout(SETTLING, 'settling', settle(moved, steps.flatMap(oneOfEach), await ports()));
  } catch (error) {
    log('WARNING', 'sessions not settled', { reason: describeError(error) });
  }
}

async function settle(
  moved: readonly MovedImage[],
  noted: readonly MovedImage[],
  ports: SettlePorts,
): Promise<void> {
  const sessions = new Set(moved.map(({ session }) => session).filter((session) => session !== ''));
  await Promise.all([...sessions].map((session) => ports.sessions.settle(session)));
  const byMonitor = Map.groupBy(moved, ({ monitor }) => monitor);
  byMonitor.delete(null);
  await Promise.all([...byMonitor].map(([monitor, some]) => tell(String(monitor), some, ports)));
  await ports.tombstones.done(noted.map(({ image }) => image));
}

async function tell(monitor: string, moved: readonly MovedImage[], { liveState, follower }: SettlePorts) {
  await liveState.forget(
    monitor,
    moved.map(({ image }) => image),
  );
  if (moved.some(({ session }) => session !== '')) await follower.follow(monitor);
}
