import type { Caller } from '../common/access/caller.ts';
import type { KeyProof } from '../common/access/permit-camera.ts';
import { HttpError } from '../common/errors.ts';
import type { LiveFollower } from '../common/live/live-follower.ts';
import type { LiveState } from '../common/live/live-ports.ts';
import { logging, noteLogFields } from '../common/log.ts';
import type { Counters, Monitors, Sessions } from '../common/ports.ts';
import { requireMonitor } from './permit-monitor.ts';

interface Ports extends KeyProof {
  monitors: Monitors;
  sessions: Sessions;
  counters: Counters;
  liveState: Pick<LiveState, 'numbers'>;
  follower: LiveFollower;
  /** Sends what hooks are told, and waits a moment for it. It never throws. */
  tell(monitor: string): Promise<void>;
}

/**
 * running -> stopped (Spec 3.1): records the end, counts the session's images, then updates counters and live state. A
 * frame that becomes durable after the count sees that the session has ended, and counts again.
 * @throws HttpError `already stopped`, `monitor not found`, `forbidden`
 */
export async function stopSession(input: { monitor: string; caller: Caller }, ports: Ports): Promise<void> {
  const monitor = await requireMonitor(input.caller, input.monitor, ports);
  noteLogFields({ monitor: monitor.id, session: monitor.session });
  if (monitor.session === '') return refuseStop(input, ports);
  const numbers = await ports.liveState
    .numbers(monitor.id)
    .catch(logging('WARNING', 'numbers of the device not kept'));
  if (!(await ports.sessions.end(monitor, Date.now(), numbers ?? {}))) return refuseStop(input, ports);
  const told = ports.tell(monitor.id);
  await ports.sessions.settle(monitor.session).finally(() => told);
  await Promise.all([ports.follower.follow(monitor.id), publishAll(monitor.session, ports)]);
}

async function refuseStop(input: { monitor: string; caller: Caller }, ports: Ports): Promise<void> {
  const now = await requireMonitor(input.caller, input.monitor, ports);
  if (now.session !== '') return stopSession(input, ports);
  // The call that stopped the session may have died before it counted.
  await ports.follower.follow(now.id);
  throw new HttpError('already stopped');
}

/**
 * Counters of the session's datasets are exact after a stop. A failure here never fails the stop: the `counters` function
 * follows up.
 */
const publishAll = (session: string, { sessions, counters }: Ports): Promise<unknown> =>
  sessions
    .datasets(session)
    .then((datasets) => Promise.all(datasets.map((dataset) => counters.publish(dataset))))
    .catch(logging('WARNING', 'counters not published', { session }));
