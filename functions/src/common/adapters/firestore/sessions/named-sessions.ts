/**
 * Sessions that devices name (Contract 10), at `session/{monitor}.{name}`. `live` is the period, if any, in which the monitor
 * itself ran the session. `start` and `stop` cover the frames and `live`. `dirty` is set (the mark) if frames may have
 * arrived since the session was last settled, which means since its range and total were last made from its images.
 */
import { type DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';
import { HttpError } from '../../../errors.ts';
import type { DateRange, SentSession } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument, isCommitted } from '../change-document.ts';
import { edgesOf } from '../counters/timeline-edges.ts';
import { inTime, readQuery } from '../documents.ts';
import { type Fields, map, millis, referenceId } from '../fields.ts';
import { sessionRef } from '../references.ts';
import { sharedBucket } from '../shared-bucket.ts';
import { newSession } from './new-session.ts';

/** Maximum number of sessions that one call of the scheduled function settles. */
const MAX_SETTLED = 200;
/**
 * New sessions that the frames of one monitor may open in an hour: one for each half minute of work. Each costs a record and a
 * group of the timeline for ever.
 */
const MOST_NEW = 120;
const HOUR = 3_600_000;
/**
 * Milliseconds after which a request that saw the mark has certainly ended: an instance remembers for 30 s that it has set
 * the mark, a request runs for at most 60 s, and the rest is a margin.
 */
const MARK_LIFE = 150_000;

const at = (ms: number): Timestamp => Timestamp.fromMillis(ms);

export const isNamed = (record: DocumentSnapshot): boolean => record.get('named') === true;

/** True while the monitor runs the session, which then has no `stop` yet. */
export const isRunning = (record: DocumentSnapshot): boolean => {
  const { start, stop } = map(record.get('live'));
  return start !== undefined && stop === undefined;
};

/**
 * Extends the session's range to these frames, creates its record if there is none, and sets the mark.
 * @returns false if the session belongs to another monitor
 * @throws HttpError `sessions enough`
 */
export async function widen(
  { id, monitor, uid }: SentSession,
  { first, last }: DateRange,
  now: number,
): Promise<boolean> {
  for (;;) {
    const widened = await changeDocument(sessionRef(id), ({ snapshot, batch, condition }) => {
      if (referenceId(snapshot.get('monitor')) !== monitor) return false;
      const start = Math.min(millis(snapshot.get('start')) || first, first);
      const stop = Math.max(millis(snapshot.get('stop')), last);
      const dirty = Math.max(millis(snapshot.get('dirty')), now);
      const ended = isRunning(snapshot) ? {} : { stop: at(stop) };
      batch.update(snapshot.ref, { start: at(start), ...ended, dirty: at(dirty), named: true }, condition);
      return true;
    });
    if (widened !== null) return widened;
    const retryAfter = await sharedBucket(`sessions-${monitor}`, MOST_NEW, HOUR);
    if (retryAfter !== null) throw new HttpError('sessions enough', { retryAfter });
    const batch = firestore().batch();
    const fields = { ...newSession(monitor, uid, first), stop: at(last), dirty: at(now), named: true };
    batch.create(sessionRef(id), fields);
    // Otherwise another process has just created it.
    if (await isCommitted(batch)) return true;
  }
}

/** The fields that a start writes to an existing record, which frames or an earlier run created. */
export const resumed = (record: DocumentSnapshot, uid: string, start: number): Fields => {
  const { start: ranFrom } = map(record.get('live'));
  return {
    uid,
    named: true,
    stop: FieldValue.delete(),
    flow: {},
    start: at(Math.min(millis(record.get('start')) || start, start)),
    live: { start: at(Math.min(millis(ranFrom) || start, start)) },
  };
};

/** Start and stop, from the image records and the time in which the monitor ran the session; empty while it runs. */
export async function rangeOf(record: DocumentSnapshot, datasets: readonly string[]): Promise<Fields> {
  if (!isNamed(record) || isRunning(record)) return {};
  const edges = (await Promise.all(datasets.map((dataset) => edgesOf(dataset, record.id)))).filter(
    (each) => each !== null,
  );
  const { start, stop } = map(record.get('live'));
  const firsts = [...edges.map(({ first }) => first), ...(start === undefined ? [] : [millis(start)])];
  const lasts = [...edges.map(({ last }) => last), ...(stop === undefined ? [] : [millis(stop)])];
  if (firsts.length === 0) return {};
  return { start: at(Math.min(...firsts)), stop: at(Math.max(...lasts)) };
}

/** Ids of sessions with the mark, the oldest marks first. */
export async function dirtySessions(): Promise<string[]> {
  const query = firestore().collection('session').where('dirty', '>', at(0)).limit(MAX_SETTLED).select();
  return (await readQuery(query)).docs.map(({ id }) => id);
}

/** Called after a settling that started at `began`: removes the mark if no request that saw it can still be running. */
export async function clean(id: string, began: number): Promise<void> {
  const changing = changeDocument(sessionRef(id), ({ snapshot, batch, condition }) => {
    if (millis(snapshot.get('dirty')) > began - MARK_LIFE) return;
    batch.update(snapshot.ref, { dirty: FieldValue.delete() }, condition);
  });
  await inTime('commit', changing);
}
