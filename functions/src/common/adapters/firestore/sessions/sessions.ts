import {
  type DocumentSnapshot,
  FieldValue,
  type Precondition,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { afterLostRace } from '../../../concurrency/retry.ts';
import { HttpError } from '../../../errors.ts';
import type { NewEvent } from '../../../hooks/hook-ports.ts';
import type { Monitor } from '../../../model.ts';
import type { Sessions } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, isCommitted, requireKnown } from '../change-document.ts';
import { readDocument, readFresh, readQuery } from '../documents.ts';
import { type Fields, millis, referenceId } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { untold } from '../hooks/cameras.ts';
import { datasetRef, imageCollection, monitorRef, sessionRef } from '../references.ts';
import { countAll, countMinute, countRunning, forgetSession } from './count-session.ts';
import { clean, dirtySessions, isNamed, rangeOf, resumed, widen } from './named-sessions.ts';
import { newSession } from './new-session.ts';

/** Only other settling competes with this, and it ends as soon as two counts agree. */
const SETTLE_ATTEMPTS = 8;
const TOTAL = 'data.totalCounter';
const PROCESSED = 'flow.total_processed';
const RATE = 'flow.current_flow_rate';

export const sessions: Sessions = {
  async begin(monitor, { id, uid, start, isNamed: named }) {
    const batch = firestore().batch();
    const record = named ? await readDocument(sessionRef(id)) : null;
    if (record?.exists && referenceId(record.get('monitor')) !== monitor.id) return 'foreign';
    if (record?.exists) batch.update(record.ref, resumed(record, uid, start), asRead(record));
    else {
      const live = { live: { start: Timestamp.fromMillis(start) }, named: true };
      batch.create(sessionRef(id), { ...newSession(monitor.id, uid, start), ...(named && live) });
    }
    // By the clock that says when frames arrive.
    const running = { session: id, started: FieldValue.serverTimestamp(), ...untold };
    batch.update(monitorRef(monitor.id), running, unchanged(monitor));
    await tell(monitor, { type: 'session.started', subject: start, data: { session: id, start } }, batch);
    return isCommitted(batch);
  },

  async end(monitor, stop, numbers = {}) {
    const session = await readFresh(sessionRef(monitor.session));
    const start = session.exists ? millis(session.get('start')) : stop;
    const batch = firestore().batch();
    const end = Timestamp.fromMillis(stop);
    const live = isNamed(session) && { live: { stop: end } };
    batch.set(session.ref, { stop: end, flow: numbers, ...live }, { merge: true });
    const lastSession = { id: monitor.session, start: Timestamp.fromMillis(start), stop: end };
    batch.update(monitorRef(monitor.id), { session: '', lastSession, ...untold }, unchanged(monitor));
    const data = { session: monitor.session, start, stop };
    await tell(monitor, { type: 'session.stopped', subject: stop, data }, batch);
    return isCommitted(batch);
  },

  count: countRunning,
  countMinute: (session) => countMinute(session),

  async settle(session) {
    for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt += 1) {
      const record = await readFresh(sessionRef(session));
      const total = await countAll(session);
      const range = isNamed(record) ? await rangeOf(record, await sessions.datasets(session)) : {};
      const totals = { [TOTAL]: total, [PROCESSED]: total, ...(await lastRate(record)) };
      const isRight = Object.entries(totals).every(([field, value]) => record.get(field) === value);
      if (
        !record.exists ||
        (isRight && isSameRange(record, range)) ||
        (await writeSettled(record, { ...totals, ...range }))
      ) {
        // Only now: if this full count fails, one of the live state would fail too, so it goes on from its cached count.
        forgetSession(session);
        return total;
      }
      await afterLostRace(attempt, 10, 200);
    }
    throw new HttpError('unavailable', {}, 'session counts overtake each other');
  },

  widen,
  dirty: dirtySessions,
  clean,

  async datasets(session) {
    const found = new Set<string>();
    for (;;) {
      const id = await anotherDataset(session, found);
      if (id === null) return [...found];
      found.add(id);
    }
  },
};

/** Frames of the minute before the stop, once: deleting images later does not change how fast they came (Spec 3.1, Contract 19). */
async function lastRate(record: DocumentSnapshot): Promise<Fields> {
  const stop = millis(record.get(isNamed(record) ? 'live.stop' : 'stop'));
  if (stop === 0 || record.get(RATE) !== undefined) return {};
  return { [RATE]: await countMinute(record.id, stop) };
}

/** A session of one monitor at one time: its id may have a full stop, and a named one may start again. */
const tell = ({ id, name }: Monitor, { type, subject, data }: NewEvent, batch: WriteBatch): Promise<void> =>
  addMessages({ kind: 'monitor', id }, { type, subject, data: { name, ...data } }, batch);

/** If two processes count at once, the one that counted first cannot write last: the record has changed since it read. */
function writeSettled(
  record: DocumentSnapshot,
  fields: FirebaseFirestore.UpdateData<object>,
): Promise<boolean> {
  const batch = firestore().batch();
  batch.update(record.ref, fields, asRead(record));
  return isCommitted(batch);
}

const isSameRange = (record: DocumentSnapshot, range: Fields): boolean =>
  Object.entries(range).every(([name, time]) => millis(record.get(name)) === millis(time));

function unchanged({ id, schema, version }: Monitor): Precondition {
  requireKnown(monitorRef(id).path, schema);
  return { lastUpdateTime: version as Timestamp };
}

/** A dataset of the session that was not found yet. A session has one dataset, rarely two. */
async function anotherDataset(session: string, found: ReadonlySet<string>): Promise<string | null> {
  const known = [...found].map(datasetRef);
  let query = imageCollection().where('session', '==', session);
  if (known.length > 0) query = query.where('dataset', 'not-in', known.slice(0, 10));
  const page = await readQuery(query.select('dataset').limit(1));
  const id = referenceId(page.docs[0]?.get('dataset'));
  return id === '' || found.has(id) || found.size >= 10 ? null : id;
}
