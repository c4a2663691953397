import type { Caller } from '../common/access/caller.ts';
import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { HttpError } from '../common/errors.ts';
import { tellNow } from '../common/hooks/deliver-messages.ts';
import { logging, noteLogFields } from '../common/log.ts';
import { follower } from './follower.ts';
import { requireMonitor } from './permit-monitor.ts';

/**
 * running -> stopped (Spec 3.1): records the end, counts the session's images, then updates counters and live state. A
 * frame that becomes durable after the count sees that the session has ended, and counts again.
 * @throws HttpError `already stopped`, `monitor not found`, `forbidden`
 */
export async function stopSession(input: { monitor: string; caller: Caller }): Promise<void> {
  const monitor = await requireMonitor(input.caller, input.monitor);
  noteLogFields({ monitor: monitor.id, session: monitor.session });
  if (monitor.session === '') return refuseStop(input);
  const numbers = await liveState
    .numbers(monitor.id)
    .catch(logging('WARNING', 'numbers of the device not kept'));
  if (!(await sessions.end(monitor, Date.now(), numbers ?? {}))) return refuseStop(input);
  const told = tellNow({ kind: 'monitor', id: monitor.id });
  await sessions.settle(monitor.session).finally(() => told);
  await Promise.all([follower.follow(monitor.id), publishAll(monitor.session)]);
}

async function refuseStop(input: { monitor: string; caller: Caller }): Promise<void> {
  const now = await requireMonitor(input.caller, input.monitor);
  if (now.session !== '') return stopSession(input);
  // The call that stopped the session may have died before it counted.
  await follower.follow(now.id);
  throw new HttpError('already stopped');
}

/**
 * Counters of the session's datasets are exact after a stop. A failure here never fails the stop: the `counters` function
 * follows up.
 */
const publishAll = (session: string): Promise<unknown> =>
  sessions
    .datasets(session)
    .then((datasets) => Promise.all(datasets.map((dataset) => counters.publish(dataset))))
    .catch(logging('WARNING', 'counters not published', { session }));
