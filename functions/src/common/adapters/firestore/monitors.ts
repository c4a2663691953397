import type { DocumentSnapshot, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { EndedSession, Monitor } from '../../model.ts';
import type { Monitors } from '../../ports.ts';
import { withTimeout } from '../../timeout.ts';
import { firestore } from '../firebase.ts';
import { FIRESTORE_DEADLINE, readDocument } from './documents.ts';
import { count, map, membership, millis, referenceId, text } from './fields.ts';
import { monitorRef } from './references.ts';

const PAGE = 300;

export const monitors: Monitors = {
  async find(id) {
    const snapshot = await readDocument(monitorRef(id));
    return snapshot.exists ? toMonitor(snapshot) : null;
  },

  async *running() {
    const query = firestore()
      .collection('monitor')
      .where('session', '>', '')
      .orderBy('session')
      .select('session');
    let page = await withTimeout(FIRESTORE_DEADLINE, 'firestore query', query.limit(PAGE).get());
    while (!page.empty) {
      yield* page.docs.map(({ id }) => id);
      const last = page.docs.at(-1) as QueryDocumentSnapshot;
      page = await withTimeout(
        FIRESTORE_DEADLINE,
        'firestore query',
        query.startAfter(last).limit(PAGE).get(),
      );
    }
  },
};

export function toMonitor(snapshot: DocumentSnapshot): Monitor {
  const fields = snapshot.data() ?? {};
  return {
    id: snapshot.id,
    name: text(fields.name, snapshot.id),
    dataset: referenceId(fields.dataset) || null,
    session: text(fields.session),
    review: count(fields.review),
    keyRevision: count(fields.keyRevision),
    lastSession: toEndedSession(fields.lastSession),
    version: snapshot.updateTime,
    ...membership(fields),
  };
}

function toEndedSession(value: unknown): EndedSession | null {
  const fields = map(value);
  const id = text(fields.id);
  if (id === '') return null;
  return { id, start: millis(fields.start), stop: millis(fields.stop) };
}
