import type { DocumentSnapshot } from 'firebase-admin/firestore';
import type { EndedSession, Monitor } from '../../../model.ts';
import type { Monitors } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { readDocument, readQuery } from '../documents.ts';
import { count, map, membership, millis, referenceId, text } from '../fields.ts';
import { monitorRef } from '../references.ts';
import { isRecord } from './used-ids.ts';

const PAGE = 300;

export const monitors: Monitors = {
  async find(id) {
    const snapshot = await readDocument(monitorRef(id));
    return isRecord(snapshot) ? toMonitor(snapshot) : null;
  },

  async *running() {
    const query = firestore()
      .collection('monitor')
      .where('session', '>', '')
      .orderBy('session')
      .select('session')
      .limit(PAGE);
    for (let page = await readQuery(query); page.size > 0; ) {
      yield* page.docs.map(({ id }) => id);
      page = await readQuery(query.startAfter(page.docs.at(-1)));
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
    expected: count(fields.expected) || null,
    born: text(fields.born),
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
