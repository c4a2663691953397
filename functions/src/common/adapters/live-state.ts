import { isDeepStrictEqual } from 'node:util';
import { type Database, getDatabase, ServerValue } from 'firebase-admin/database';
import { withTimeout } from '../concurrency/timeout.ts';
import { livePicture } from '../images/pictures.ts';
import { lazy } from '../lazy.ts';
import type { Frame } from '../live/live-ports.ts';
import { rolesOf } from '../members/people.ts';
import type { Membership, Monitor } from '../model.ts';
import { app } from './firebase.ts';

/** Milliseconds. The client itself would wait for its connection forever. */
const DEADLINE = 3000;

/** Of `flow`. */
const OURS = new Set(['current_flow_rate', 'total_processed']);

export const database = lazy((): Database => getDatabase(app()));
export const inTime = <T>(work: Promise<T>): Promise<T> => withTimeout(DEADLINE, 'live state', work);

/**
 * The Realtime Database's `monitor/{id}` (Spec 2.7) and `member/{id}`, which tells the security rules who may read it. Both
 * are written together, so that a person who was removed from the record sees nothing that comes later. `reviewer/{id}` tells
 * them who may write `claim/{id}`: which images of a dataset somebody is judging in the console, and `slot/{id}`: at most twenty at a time.
 */
export const liveState = {
  /**
   * The people of a monitor changed: who may read its state from now on. Null: it is gone, and so is its state.
   * @returns whether that was news; a monitor that is gone stays gone, which is none
   */
  async admit(monitor: string, people: Membership | null): Promise<boolean> {
    const key = databaseKey(monitor);
    if (people === null) {
      await update({ [`monitor/${key}`]: null, [`member/${key}`]: null, [`device/${key}`]: null });
      return false;
    }
    const admitted = membersNode(people);
    const current = await inTime(database().ref(`member/${key}`).get());
    if (isDeepStrictEqual(current.val(), admitted)) return false;
    // The database checks a listener's permission only when something changes where it listens. This change triggers the
    // check without waiting for a frame.
    const touched = `monitor/${key}/admitted`;
    await update({ [`member/${key}`]: admitted, [touched]: ServerValue.TIMESTAMP });
    await update({ [touched]: null });
    return true;
  },

  /**
   * The people of a dataset changed, or it is gone (null): who may say there which image they are judging.
   * @returns whether that was news
   */
  async admitReviewers(dataset: string, people: Membership | null): Promise<boolean> {
    const key = databaseKey(dataset);
    const admitted = people && reviewersNode(people);
    const current = await inTime(database().ref(`reviewer/${key}`).get());
    // The database keeps no empty node.
    if (isDeepStrictEqual(current.val() ?? {}, admitted ?? {})) return false;
    await update({
      [`reviewer/${key}`]: admitted,
      ...(admitted === null && { [`claim/${key}`]: null, [`slot/${key}`]: null }),
    });
    return true;
  },

  /** A session began: resets everything but the commands, counters to zero. */
  async start(monitor: Monitor, session: string): Promise<void> {
    await write(monitor, null, {
      status: true,
      session,
      totalCounter: 0,
      image: null,
      flow: { current_flow_rate: 0, total_processed: 0 },
      training: false,
      // The start may be what a command has asked for: the camera has yet to say that it is done.
      ...(monitor.commands === 0 && { 'controller/action/status': false }),
    });
  },

  /** A session runs: its count, frames of the last minute, and the latest frame if there is a newer one. */
  show: (
    monitor: Monitor,
    { total, rate, frame }: { total: number; rate: number; frame: Frame | null },
  ): Promise<void> =>
    write(monitor, frame, { status: true, session: monitor.session, ...countsOf(total, rate) }),

  /** Images were deleted: if one of them is the one shown, it is no longer shown. */
  async forget(monitor: string, images: readonly string[]): Promise<void> {
    const shown = database().ref(`monitor/${databaseKey(monitor)}/image`);
    // The first guess is always null. Returning null makes the server send the real value.
    const forgetting = shown.transaction(
      (current: { id?: unknown } | null) =>
        !current || images.includes(String(current.id)) ? null : undefined,
      undefined,
      false,
    );
    await inTime(forgetting);
  },

  /** Numbers that a device of its own wrote beside the flow's (Contract 19). */
  async numbers(monitor: string): Promise<Record<string, number>> {
    const flow = database().ref(`monitor/${databaseKey(monitor)}/flow`);
    const all = (await inTime(flow.get())).val() ?? {};
    const isOwn = ([name, value]: [string, unknown]) => !OURS.has(name) && typeof value === 'number';
    return Object.fromEntries(Object.entries(all as object).filter(isOwn));
  },

  /** The session ended: status false, session empty, training false, the final count, a late frame. */
  stop: (monitor: Monitor, totalCounter: number | null, frame: Frame | null): Promise<void> =>
    write(monitor, frame, {
      status: false,
      session: '',
      training: false,
      ...(totalCounter !== null && countsOf(totalCounter, 0)),
    }),
};

/** By path, so that numbers which a device wrote into `flow` stay (Contract 19). */
const countsOf = (total: number, rate: number) => ({
  totalCounter: total,
  'flow/current_flow_rate': rate,
  'flow/total_processed': total,
});

/** Fields of `monitor/{id}` that are not given stay as they are. */
async function write(monitor: Monitor, frame: Frame | null, fields: object): Promise<void> {
  const key = databaseKey(monitor.id);
  const image = frame && (await imageNode(frame));
  const changed = Object.entries({ ...fields, ...(image && { image }) });
  await update({
    [`member/${key}`]: membersNode(monitor),
    ...Object.fromEntries(changed.map(([name, value]) => [`monitor/${key}/${name}`, value])),
  });
}

const update = (values: object): Promise<void> => inTime(database().ref().update(values));

/** Contract 2. */
const imageNode = async ({ id, date, thumbnail }: Frame) => ({
  id,
  date,
  imageData: (await livePicture(thumbnail)).toString('base64'),
  received: ServerValue.TIMESTAMP,
});

const reviewersNode = (record: Membership): Record<string, true> =>
  Object.fromEntries(
    Object.entries(rolesOf(record))
      .filter(([, role]) => role !== 'viewer')
      .map(([uid]) => [databaseKey(uid), true]),
  );

const membersNode = (record: Membership): Record<string, string> =>
  Object.fromEntries(Object.entries(rolesOf(record)).map(([uid, role]) => [databaseKey(uid), role]));

/**
 * Keys of the Realtime Database may not contain `.#$[]/` or control characters. Those are percent-encoded, and so is `%`.
 */
export const databaseKey = (id: string): string =>
  id.replace(/[%.#$[\]/\p{Cc}]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
