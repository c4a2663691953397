import { randomBytes } from 'node:crypto';
import type { Caller } from '../common/access/caller.ts';
import { Refusal } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import type { LiveFollower } from '../common/live-follower.ts';
import { describeError, log, noteLogFields } from '../common/log.ts';
import type { Monitor } from '../common/model.ts';
import type { DeviceKeys, LiveState, Monitors, Sessions } from '../common/ports.ts';
import { requireMonitor } from './permit-monitor.ts';

interface Ports {
  monitors: Monitors;
  deviceKeys: DeviceKeys;
  sessions: Sessions;
  liveState: LiveState;
  follower: LiveFollower;
}

/**
 * stopped -> running (Spec 3.1): one winner among simultaneous calls.
 * @param input.uid who started it, where the caller has not proved who it is
 * @throws Refusal `already started`, `monitor not found`, `forbidden`
 */
export async function startSession(
  input: { monitor: string; uid: string | null; caller: Caller },
  ports: Ports,
): Promise<{ session: string }> {
  const monitor = await requireMonitor(input.caller, input.monitor, ports);
  const session = { id: randomBytes(10).toString('hex'), uid: uidOf(input), start: Date.now() };
  if (monitor.session !== '' || !(await ports.sessions.begin(monitor, session))) {
    return refuseStart(input, ports);
  }
  noteLogFields({ monitor: monitor.id, session: session.id, ...(session.uid && { startedBy: session.uid }) });
  const shown = showStart(monitor, session.id, ports);
  await finishLast(monitor, ports).finally(() => shown);
  return { session: session.id };
}

/** Someone else was first: or the record changed for another reason, and the start is still to be had. */
async function refuseStart(
  input: { monitor: string; uid: string | null; caller: Caller },
  ports: Ports,
): Promise<{ session: string }> {
  const now = await requireMonitor(input.caller, input.monitor, ports);
  if (now.session === '') return startSession(input, ports);
  // The one who started may have died before the live state was written.
  await ports.follower.follow(now.id);
  throw new Refusal('already started');
}

/** A stop that died half way left its session without a count. */
async function finishLast(monitor: Monitor, { sessions }: Ports): Promise<void> {
  if (monitor.lastSession) await sessions.settle(monitor.lastSession.id);
}

async function showStart(monitor: Monitor, session: string, { liveState, follower }: Ports): Promise<void> {
  try {
    await liveState.start(monitor, session);
    follower.confirm(monitor.id, session);
  } catch (error) {
    log('WARNING', 'live state not started', { reason: describeError(error) });
  }
}

function uidOf({ caller, uid }: { caller: Caller; uid: string | null }): string {
  if (caller.kind === 'person') return caller.uid;
  return uid !== null && isId(uid) ? uid : '';
}
