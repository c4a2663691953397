import { withTimeout } from '../../../common/concurrency/timeout.ts';
import type { MovedImage } from '../../../common/images/curate-ports.ts';
import { oneOfEach } from '../../../common/images/moved-images.ts';
import type { RemovePorts } from '../../../common/images/remove-image.ts';
import { logging } from '../../../common/log.ts';

export type SettlePorts = Pick<RemovePorts, 'tombstones' | 'sessions' | 'liveState' | 'follower'>;

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
  await ports()
    .then((ready) => withTimeout(SETTLING, 'settling', settle(moved, steps.flatMap(oneOfEach), ready)))
    .catch(logging('WARNING', 'sessions not settled'));
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
