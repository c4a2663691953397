import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { namedSessionId } from '../../../packages/records/src/named-sessions.ts';
import type { Caller } from '../common/access/caller.ts';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { HttpError } from '../common/errors.ts';
import { tellNow } from '../common/hooks/deliver-messages.ts';
import { about, members } from '../common/http/input/fields.ts';
import { isId } from '../common/ids.ts';
import { logging, noteLogFields } from '../common/log.ts';
import type { Monitor } from '../common/model.ts';
import { follower } from './follower.ts';
import { requireMonitor } from './permit-monitor.ts';
import { sessionName } from './session-of-frame.ts';

const uid = about('Id of the user who starts the session, for callers without a verified identity.', {
  example: 'owner',
});

const startName = sessionName(
  'Name of the run, chosen by the device. It becomes the session `<monitor_id>.<name>`, which accepts frames that name it at any time.',
);

export const startQuery = z.object({ uid: z.optional(z.string().check(uid)), session: startName });

/** A uid that is not a string is ignored. */
export const startBody = members({
  uid: z.catch(z.optional(z.string().check(uid)), undefined),
  session: startName,
});

interface Input {
  monitor: string;
  uid: string | null;
  /** Name of the run, given by the device; null if it has none (Contract 10). */
  name: string | null;
  caller: Caller;
}

/**
 * stopped -> running (Spec 3.1). One of several simultaneous calls wins.
 * @param input.uid who started it, if the caller has not proved its identity
 * @throws HttpError `already started`, `monitor not found`, `forbidden`, `session foreign`, `upload invalid`
 */
export async function startSession(input: Input): Promise<{ session: string }> {
  const monitor = await requireMonitor(input.caller, input.monitor);
  const session = { ...newId(monitor.id, input.name), uid: uidOf(input), start: Date.now() };
  const begun = monitor.session === '' && (await sessions.begin(monitor, session));
  if (begun === 'foreign') throw new HttpError('session foreign');
  if (!begun) return refuseStart(input);
  noteLogFields({ monitor: monitor.id, session: session.id, ...claimOf(input, session.uid) });
  const followed = Promise.all([
    showStart(monitor, session.id),
    tellNow({ kind: 'monitor', id: monitor.id }),
  ]);
  await finishLast(monitor).finally(() => followed);
  return { session: session.id };
}

function newId(monitor: string, name: string | null): { id: string; isNamed: boolean } {
  if (name === null) return { id: randomBytes(10).toString('hex'), isNamed: false };
  const id = namedSessionId(monitor, name);
  if (!isId(id)) throw new HttpError('upload invalid', { reason: 'session is too long' });
  return { id, isNamed: true };
}

/** The record changed: either somebody else started, or it changed for another reason and this start can be tried again. */
async function refuseStart(input: Input): Promise<{ session: string }> {
  const now = await requireMonitor(input.caller, input.monitor);
  if (now.session === '') return startSession(input);
  // The winner may have died before it wrote the live state.
  await follower.follow(now.id);
  throw new HttpError('already started');
}

/** If the last stop was interrupted, its session has no count yet. */
async function finishLast(monitor: Monitor): Promise<void> {
  if (monitor.lastSession) await sessions.settle(monitor.lastSession.id);
}

const showStart = (monitor: Monitor, session: string): Promise<void> =>
  liveState
    .start(monitor, session)
    .then(() => follower.confirm(monitor, session))
    .catch(logging('WARNING', 'live state not started'));

/** A verified person is in the log line already; a camera's uid is only a claim in its request. */
const claimOf = ({ caller }: { caller: Caller }, uid: string) =>
  caller.kind === 'person' || uid === '' ? {} : { claimedUserId: uid };

function uidOf({ caller, uid }: { caller: Caller; uid: string | null }): string {
  if (caller.kind === 'person') return caller.uid;
  return uid !== null && isId(uid) ? uid : '';
}
