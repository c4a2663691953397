import { type Database, getDatabase } from 'firebase-admin/database';
import { lazy } from '../lazy.ts';
import type { Membership } from '../model.ts';
import type { Frame, LiveState } from '../ports.ts';
import { within } from '../within.ts';
import { app } from './firebase.ts';

/** Milliseconds; the client itself would wait for its connection without end. */
const DEADLINE = 3000;

const database = lazy((): Database => getDatabase(app()));

/** The Realtime Database's `monitor/{id}` (Spec 2.7), and `member/{id}`: who may read it, for the security rules. */
export const liveState: LiveState = {
  async start(monitor, session) {
    const key = databaseKey(monitor.id);
    await update({
      [`monitor/${key}`]: {
        status: true,
        session,
        totalCounter: 0,
        controller: { action: { status: false } },
        training: false,
      },
      [`member/${key}`]: membersNode(monitor),
    });
  },

  async show(monitor, session, total, frame) {
    const path = `monitor/${databaseKey(monitor)}`;
    await update({
      [`${path}/status`]: true,
      [`${path}/session`]: session,
      [`${path}/totalCounter`]: total,
      ...(frame ? { [`${path}/image`]: imageNode(frame) } : {}),
    });
  },

  async forget(monitor, image) {
    const shown = database().ref(`monitor/${databaseKey(monitor)}/image`);
    // The first guess is always null: a null in answer to it makes the server send what really stands.
    const forgetting = shown.transaction(
      (current: { id?: unknown } | null) => (!current || current.id === image ? null : undefined),
      undefined,
      false,
    );
    await within(DEADLINE, 'live state', forgetting);
  },

  async stop(monitor, total, frame) {
    const path = `monitor/${databaseKey(monitor)}`;
    await update({
      [`${path}/status`]: false,
      [`${path}/session`]: '',
      [`${path}/training`]: false,
      ...(total === null ? {} : { [`${path}/totalCounter`]: total }),
      ...(frame ? { [`${path}/image`]: imageNode(frame) } : {}),
    });
  },
};

const update = (values: object): Promise<void> =>
  within(DEADLINE, 'live state', database().ref().update(values));

/** Contract 2. */
const imageNode = ({ id, date, thumbnail }: Frame) => ({
  id,
  date,
  imageData: thumbnail.toString('base64'),
});

const membersNode = ({ owner, members }: Membership): Record<string, string> => {
  const roles = Object.entries(members).map(([uid, role]) => [databaseKey(uid), role]);
  return Object.fromEntries(owner === '' ? roles : [...roles, [databaseKey(owner), 'owner']]);
};

/** Keys of the Realtime Database may not hold `.#$[]/` or control characters: those are percent-encoded, and so is `%`. */
export const databaseKey = (id: string): string =>
  id.replace(/[%.#$[\]/\p{Cc}]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
