import type { Caller } from '../common/access/caller.ts';
import { Refusal } from '../common/errors.ts';
import type { LiveFollower } from '../common/live-follower.ts';
import { describeError, log, noteLogFields } from '../common/log.ts';
import type { Counters, DeviceKeys, Monitors, Sessions } from '../common/ports.ts';
import { requireMonitor } from './permit-monitor.ts';

interface Ports {
  monitors: Monitors;
  deviceKeys: DeviceKeys;
  sessions: Sessions;
  counters: Counters;
  follower: LiveFollower;
}

/**
 * running -> stopped (Spec 3.1): the end is recorded, then the session's images are counted, then counters and the live
 * state follow. Frames that become durable after the count see that the session has ended and count again.
 * @throws Refusal `already stopped`, `monitor not found`, `forbidden`
 */
export async function stopSession(input: { monitor: string; caller: Caller }, ports: Ports): Promise<void> {
  const monitor = await requireMonitor(input.caller, input.monitor, ports);
  noteLogFields({ monitor: monitor.id, session: monitor.session });
  if (monitor.session === '' || !(await ports.sessions.end(monitor, Date.now()))) {
    return refuseStop(input, ports);
  }
  await ports.sessions.settle(monitor.session);
  await Promise.all([ports.follower.follow(monitor.id), publishAll(monitor.session, ports)]);
}

async function refuseStop(input: { monitor: string; caller: Caller }, ports: Ports): Promise<void> {
  const now = await requireMonitor(input.caller, input.monitor, ports);
  if (now.session !== '') return stopSession(input, ports);
  // The one who stopped may have died before it had counted.
  await ports.follower.follow(now.id);
  throw new Refusal('already stopped');
}

/** Counters of the session's datasets are exact after a stop. They never fail it: the `counters` function follows up. */
async function publishAll(session: string, { sessions, counters }: Ports): Promise<void> {
  try {
    const datasets = await sessions.datasets(session);
    await Promise.all(datasets.map((dataset) => counters.publish(dataset)));
  } catch (error) {
    log('WARNING', 'counters not published', { session, reason: describeError(error) });
  }
}
