import { FieldPath, FieldValue, type Query, Timestamp } from 'firebase-admin/firestore';
import type { Cameras, Told } from '../../../hooks/camera-ports.ts';
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

export const cameras: Cameras = {
  async *watched() {
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

  async find(id) {
    const snapshot = await readFresh(monitorRef(id));
    if (!isRecord(snapshot)) return null;
    const { name, session, expected, lastSession, version } = toMonitor(snapshot);
    const started = millis(snapshot.get('started'));
    if (session === '' || started === 0) return null;
    const told = toTold(snapshot.get('told'));
    const now = snapshot.readTime.toMillis();
    return { id, name, session, started, expected, before: lastSession?.id ?? null, told, now, version };
  },

  async past(session) {
    const record = await readDocument(sessionRef(session));
    const stop = millis(record.get('stop'));
    if (stop === 0) return null;
    return { start: millis(record.get('start')), stop, frames: count(map(record.get('data')).totalCounter) };
  },

  async firstAfter(session, time) {
    for (const images of everywhere(session, time)) {
      const { docs } = await readQuery(images.orderBy('createdDate').limit(1).select('createdDate'));
      if (docs[0]) return millis(docs[0].get('createdDate'));
    }
    return null;
  },

  async countAfter(session, time, most) {
    let found = 0;
    for (const images of everywhere(session, time))
      if (found < most) found += await countOf(images.limit(most - found));
    return found;
  },

  tell({ id, version }, { type, at, since }, data) {
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
