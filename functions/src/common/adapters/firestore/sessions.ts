import { type DocumentSnapshot, type Precondition, Timestamp } from 'firebase-admin/firestore';
import type { Monitor } from '../../model.ts';
import type { Sessions } from '../../ports.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { isCommitted } from './change-document.ts';
import { countAll, countRunning, forgetSession } from './count-session.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { millis, referenceId } from './fields.ts';
import { datasetRef, imageCollection, monitorRef, sessionRef } from './references.ts';

/** Settling competes only with other settling, which ends as soon as two counts agree. */
const SETTLE_ATTEMPTS = 8;
const TOTAL = 'data.totalCounter';

export const sessions: Sessions = {
  begin(monitor, { id, uid, start }) {
    const batch = firestore().batch();
    batch.create(sessionRef(id), newSession(monitor.id, uid, start));
    batch.update(monitorRef(monitor.id), { session: id }, asRead(monitor));
    return isCommitted(batch);
  },

  async end(monitor, stop) {
    const session = await within(FIRESTORE_DEADLINE, 'firestore read', sessionRef(monitor.session).get());
    const start = session.exists ? millis(session.get('start')) : stop;
    const batch = firestore().batch();
    batch.set(session.ref, { stop: Timestamp.fromMillis(stop) }, { merge: true });
    const lastSession = {
      id: monitor.session,
      start: Timestamp.fromMillis(start),
      stop: Timestamp.fromMillis(stop),
    };
    batch.update(monitorRef(monitor.id), { session: '', lastSession }, asRead(monitor));
    return isCommitted(batch);
  },

  count: countRunning,

  async settle(session) {
    forgetSession(session);
    for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt += 1) {
      const record = await within(FIRESTORE_DEADLINE, 'firestore read', sessionRef(session).get());
      const total = await countAll(session);
      if (!record.exists || record.get(TOTAL) === total || (await writeTotal(record, total))) return total;
    }
    throw Object.assign(new Error('session counts overtake each other'), { code: 10 });
  },

  async datasets(session) {
    const found = new Set<string>();
    for (;;) {
      const id = await anotherDataset(session, found);
      if (id === null) return [...found];
      found.add(id);
    }
  },
};

/** Spec 2.6; `stop` is absent until the end. */
function newSession(monitor: string, uid: string, start: number) {
  return {
    start: Timestamp.fromMillis(start),
    monitor: monitorRef(monitor),
    data: {
      controller: { action: { status: false, request: { command: '', params: {} } } },
      totalCounter: 0,
    },
    flow: {},
    uid,
  };
}

/** Of two who count at once, the one who counted first cannot write last: the record has changed since it read. */
function writeTotal(record: DocumentSnapshot, total: number): Promise<boolean> {
  const batch = firestore().batch();
  batch.update(record.ref, { [TOTAL]: total }, { lastUpdateTime: record.updateTime as Timestamp });
  return isCommitted(batch);
}

const asRead = (monitor: Monitor): Precondition => ({ lastUpdateTime: monitor.version as Timestamp });

/** One dataset of the session that was not found yet: a session has one, seldom two. */
async function anotherDataset(session: string, found: ReadonlySet<string>): Promise<string | null> {
  const known = [...found].map(datasetRef);
  let query = imageCollection().where('session', '==', session);
  if (known.length > 0) query = query.where('dataset', 'not-in', known.slice(0, 10));
  const page = await within(FIRESTORE_DEADLINE, 'firestore query', query.select('dataset').limit(1).get());
  const id = referenceId(page.docs[0]?.get('dataset'));
  return id === '' || found.has(id) || found.size >= 10 ? null : id;
}
