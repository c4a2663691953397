import { FieldPath, FieldValue, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PastSession, RunningCamera, Told } from '../../../hooks/camera-ports.ts';
import { firestore } from '../../firebase.ts';
import { isCommitted } from '../change-document.ts';
import { countOf, readDocument, readFresh, readQuery } from '../documents.ts';
import { count, map, millis, text } from '../fields.ts';
import { toMonitor } from '../records/monitors.ts';
import { isRecord } from '../records/used-ids.ts';
import { imageCollection, monitorRef, sessionRef } from '../references.ts';
import { addMessages } from './add-message.ts';
import { placeOf } from './hook-fields.ts';

/** Hooks that are read at once. */
const PAGE = 300;
const TYPES = ['monitor.silent', 'monitor.slow', 'monitor.back'] as const;

export const cameras = {
  /** Called every minute: ids of monitors with a hook that is told of cameras. */
  async *watched(): AsyncGenerator<string> {
    let last = '';
    const hooks = firestore()
      .collectionGroup('hook')
      .where('events', 'array-contains-any', [...TYPES])
      .orderBy(FieldPath.documentId())
      .select('ended')
      .limit(PAGE);
    for (let page = await readQuery(hooks); page.size > 0; ) {
      for (const hook of page.docs.filter((each) => each.get('ended') === undefined)) {
        const { id } = placeOf(hook).owner;
        // Hooks of one monitor follow each other.
        if (id !== last) yield id;
        last = id;
      }
      if (page.size < PAGE) return;
      page = await readQuery(hooks.startAfter(page.docs.at(-1)));
    }
  },

  /** Null: it is stopped, or gone. */
  async find(id: string): Promise<RunningCamera | null> {
    const snapshot = await readFresh(monitorRef(id));
    if (!isRecord(snapshot)) return null;
    const { name, session, expected, lastSession, version } = toMonitor(snapshot);
    const started = millis(snapshot.get('started'));
    if (session === '' || started === 0) return null;
    const told = toTold(snapshot.get('told'));
    const now = snapshot.readTime.toMillis();
    return { id, name, session, started, expected, before: lastSession?.id ?? null, told, now, version };
  },

  async past(session: string): Promise<PastSession | null> {
    const record = await readDocument(sessionRef(session));
    const stop = millis(record.get('stop'));
    if (stop === 0) return null;
    return { start: millis(record.get('start')), stop, frames: count(map(record.get('data')).totalCounter) };
  },

  /** When a frame of the session arrived after this time, the first one; null if none did. Rejected ones count too. */
  async firstAfter(session: string, time: number): Promise<number | null> {
    for (const images of everywhere(session, time)) {
      const { docs } = await readQuery(images.orderBy('createdDate').limit(1).select('createdDate'));
      if (docs[0]) return millis(docs[0].get('createdDate'));
    }
    return null;
  },

  /** How many frames of the session arrived after this time, up to `most`. Rejected ones count too. */
  async countAfter(session: string, time: number, most: number): Promise<number> {
    let found = 0;
    for (const images of everywhere(session, time))
      if (found < most) found += await countOf(images.limit(most - found));
    return found;
  },

  /**
   * Notes what hooks are told, and writes their messages, in one commit.
   * @returns false if the monitor has changed since it was read: somebody else has told it, or it was stopped
   */
  tell({ id, version }: RunningCamera, { type, at, since }: Told, data: object): Promise<boolean> {
    const batch = firestore().batch();
    const told = { type, at: Timestamp.fromMillis(at), since: Timestamp.fromMillis(since) };
    batch.update(monitorRef(id), { told }, { lastUpdateTime: version as Timestamp });
    return addMessages({ kind: 'monitor', id }, { type, subject: at, data }, batch).then(() =>
      isCommitted(batch),
    );
  },
};

/** For the commit that starts or ends a session: what was told was about the one before. */
export const untold = { told: FieldValue.delete() };

/** Frames of a session that arrived after this time: images, and what people have rejected since. */
const everywhere = (session: string, time: number): Query[] =>
  [imageCollection(), firestore().collectionGroup('trash')].map((images) =>
    images.where('session', '==', session).where('createdDate', '>=', Timestamp.fromMillis(time + 1)),
  );

function toTold(value: unknown): Told | null {
  const { type, at, since } = map(value);
  const known = TYPES.find((each) => each === text(type));
  return known ? { type: known, at: millis(at), since: millis(since) } : null;
}
