/** `dataset/{id}/job/{number}` (Contract 18). */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type DocumentSnapshot,
  FieldValue,
  type Query,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { isOver, jobRecord } from '../../../../../../packages/records/src/job.ts';
import type { JobKind, JobState } from '../../../../../../packages/records/src/lists.ts';
import { type Beside, FORGOTTEN, type Held, type Job } from '../../../jobs/job.ts';
import { JobLost, type Progress, type Write } from '../../../jobs/kind.ts';
import { firestore } from '../../firebase.ts';
import { asRead, changeDocument } from '../change-document.ts';
import { commitSome, type Prepared } from '../commit-some.ts';
import { countOf, readFresh, readQuery } from '../documents.ts';
import { count, type Fields, text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { jobCollection, jobRef } from '../references.ts';
import { createNext, type NewJob, type Prepare, sameRequest, waitingNow } from './create-job.ts';

interface Forgotten {
  dataset: string;
  number: number;
  owner: string;
  isSent: boolean;
}

export interface JobPage {
  limit: number;
  after: number | null;
  state?: JobState | undefined;
  kind?: JobKind | undefined;
}

/** Milliseconds after its end for which a job is kept. */
const KEPT = 30 * 86_400_000;
/** Jobs of a page, of a look for those that nobody works on. */
const LOOKED_AT = 100;

export const jobs = {
  /** The job that an earlier attempt of the same request has started. */
  async ofRequest(dataset: string, request: string | null): Promise<Job | null> {
    if (request === null) return null;
    const { docs } = await readQuery(sameRequest(dataset, request));
    return docs[0] ? toJob(docs[0]) : null;
  },

  /** That one, or else this one, unless it has failed or was cancelled. */
  async atWork(dataset: string, request: string | null, number: number | null): Promise<Job | null> {
    const same = await jobs.ofRequest(dataset, request);
    const job = same ?? (number === null ? null : await jobs.find(dataset, number));
    return same || (job?.state !== 'failed' && job?.state !== 'cancelled') ? job : null;
  },

  /** @throws HttpError `jobs enough`, `unavailable` if others keep winning for 10 seconds */
  async create(dataset: string, job: NewJob, prepare: Prepare): Promise<Job> {
    const reference = await commitSome(1, () => createNext(dataset, job, prepare));
    return toJob(await readFresh(reference));
  },

  async find(dataset: string, number: number): Promise<Job | null> {
    const snapshot = await readFresh(jobRef(dataset, number));
    return snapshot.exists ? toJob(snapshot) : null;
  },

  /** Highest number first, below `after` if it is given. */
  async page(dataset: string, { limit, after, state, kind }: JobPage): Promise<Job[]> {
    let query: Query = jobCollection(dataset);
    if (state) query = query.where('state', '==', state);
    if (kind) query = query.where('kind', '==', kind);
    query = query.orderBy('number', 'desc');
    if (after !== null) query = query.startAfter(after);
    return (await readQuery(query.limit(limit))).docs.map(toJob);
  },

  /** Tasks that the queue has of the datasets of an owner. */
  sentOf: (owner: string): Promise<number> => countOf(ofOwner(owner, 'sent')),

  /** The job of an owner that has waited longest for its turn. */
  async nextOf(owner: string): Promise<{ dataset: string; number: number } | null> {
    return (await readQuery(ofOwner(owner, 'waiting').limit(1))).docs.map(placeOf)[0] ?? null;
  },

  /** What nobody has touched for a minute: its task was lost, its worker has ended, or it waits for its turn. */
  async forgotten(now: number): Promise<Forgotten[]> {
    const old = firestore()
      .collectionGroup('job')
      .where('touched', '<', Timestamp.fromMillis(now - FORGOTTEN));
    const { docs } = await readQuery(old.orderBy('touched').limit(LOOKED_AT));
    return docs.map((each) => ({
      ...placeOf(each),
      owner: text(each.get('owner')),
      isSent: each.get('place') === 'sent',
    }));
  },

  /** It waits on, and others are looked at before it. */
  async postpone(dataset: string, number: number): Promise<void> {
    await changeOpen(dataset, number, () => [{ touched: FieldValue.serverTimestamp() }, true]);
  },

  /**
   * Whoever works on it writes no more.
   * @param from where it was seen
   * @returns the step of its next task; null if it is there no longer
   */
  send: (dataset: string, number: number, from: 'waiting' | 'sent'): Promise<number | null> =>
    changeOpen(dataset, number, (snapshot) => {
      if (snapshot.get('place') !== from) return null;
      const step = count(snapshot.get('step')) + 1;
      const touched = FieldValue.serverTimestamp();
      return [{ place: 'sent', step, touched, hold: FieldValue.delete() }, step];
    }),

  /** @returns null for a task that is not its last one, and for a job that has ended */
  begin: (dataset: string, number: number, step: number): Promise<Held | null> =>
    changeOpen(dataset, number, (snapshot) => {
      if (count(snapshot.get('step')) !== step || snapshot.get('place') !== 'sent') return null;
      const hold = randomUUID();
      const tries = count(snapshot.get('tries')) + 1;
      const now = FieldValue.serverTimestamp();
      const started = snapshot.get('startedAt') === undefined ? { startedAt: now } : {};
      const { right, owner, cursor = null } = snapshot.data() as Fields;
      return [
        { state: 'running', hold, tries, touched: now, ...started },
        { dataset, job: toJob(snapshot), hold, tries, cursor, right: text(right), owner: text(owner) },
      ];
    }),

  /** One commit: what `write` adds, and the next cursor. @returns null if the attempt holds it no longer */
  step: <C extends object>({ dataset, job, hold, cursor }: Held, weight: number, write: Write<C>) =>
    commitSome(weight, async (most): Promise<Prepared<C | null>> => {
      const snapshot = await readFresh(jobRef(dataset, job.number));
      if (snapshot.get('hold') !== hold) return { batch: null, result: null };
      const last: unknown = snapshot.get('cursor') ?? null;
      // The commit was made, and its answer was lost.
      if (!isDeepStrictEqual(last, cursor)) return { batch: null, result: last as C };
      const batch = firestore().batch();
      const stepped = await write(batch, most);
      const begun = { tries: 1, touched: FieldValue.serverTimestamp() };
      batch.update(snapshot.ref, { ...stepped, ...begun }, asRead(snapshot));
      return { batch, result: stepped.cursor };
    }),

  /** Called before the transaction writes anything. @throws JobLost if the attempt holds it no longer */
  async requireHeld({ dataset, job, hold }: Held, transaction: Transaction): Promise<void> {
    const snapshot = await transaction.get(jobRef(dataset, job.number));
    if (snapshot.get('hold') !== hold) throw new JobLost();
  },

  /**
   * Whoever works on it writes no more, and nobody does until it is sent again.
   * @returns what the last step has left behind; null if it has ended
   */
  halt: (dataset: string, number: number): Promise<{ cursor: unknown } | null> =>
    changeOpen(dataset, number, (snapshot) => {
      const step = count(snapshot.get('step')) + 1;
      const touched = FieldValue.serverTimestamp();
      return [{ step, touched, hold: FieldValue.delete() }, { cursor: snapshot.get('cursor') ?? null }];
    }),

  /** It waits for its turn again, and its next task goes on. */
  pass: (held: Held): Promise<boolean> =>
    changeHeld(held, { place: 'waiting', tries: 0, ...waitingNow(), hold: FieldValue.delete() }),

  note: (held: Held, progress: Progress): Promise<boolean> =>
    changeHeld(held, { ...progress, touched: FieldValue.serverTimestamp() }),

  /**
   * Ends it, and makes true beside it what must be, or neither.
   * @param hold of the attempt; null: whoever holds it; `''`: only if nobody does
   * @returns as it is then; null if it has ended before, or another attempt holds it
   */
  async end(
    dataset: string,
    number: number,
    hold: string | null,
    ended: { state: JobState; result?: object; reason?: string; done?: number },
    beside?: Beside,
  ): Promise<Job | null> {
    const done = await changeDocument(jobRef(dataset, number), async ({ snapshot, batch, condition }) => {
      if (isOver(toJob(snapshot)) || (hold !== null && text(snapshot.get('hold')) !== hold)) return false;
      await beside?.(batch, snapshot.get('cursor') ?? null);
      await addEnd(dataset, toJob(snapshot), ended, batch);
      const gone = Object.fromEntries(OPEN_FIELDS.map((name) => [name, FieldValue.delete()]));
      const until = Timestamp.fromMillis(Date.now() + KEPT);
      const fields = { ...ended, ...gone, until, endedAt: FieldValue.serverTimestamp(), message: '' };
      batch.update(snapshot.ref, fields, condition);
      return true;
    });
    return done ? jobs.find(dataset, number) : null;
  },
};

/** What hooks and the feed are told of its end; of one that was cancelled, nothing. */
async function addEnd(
  dataset: string,
  { number, kind, by }: Job,
  { state, reason }: { state: JobState; reason?: string },
  batch: WriteBatch,
): Promise<void> {
  if (state !== 'done' && state !== 'failed') return;
  const data = { job: number, kind, by, ...(reason !== undefined && { reason }) };
  await addMessages({ kind: 'dataset', id: dataset }, { type: `job.${state}`, subject: number, data }, batch);
}

/** By which open jobs are found, and held. */
const OPEN_FIELDS = ['place', 'waits', 'touched', 'hold', 'cursor'];

/** What has waited longest first. */
const ofOwner = (owner: string, place: 'waiting' | 'sent'): Query =>
  firestore().collectionGroup('job').where('owner', '==', owner).where('place', '==', place).orderBy('waits');

const placeOf = (document: DocumentSnapshot) => ({
  dataset: document.ref.parent.parent?.id ?? '',
  number: count(document.get('number')),
});

/** @returns false if the attempt holds it no longer */
const changeHeld = async ({ dataset, job, hold }: Held, fields: Fields): Promise<boolean> =>
  (await changeOpen(dataset, job.number, (snapshot) =>
    snapshot.get('hold') === hold ? [fields, true] : null,
  )) !== null;

/** @param to the fields to write, and the result; null: none. Not called if the job has ended */
async function changeOpen<T>(
  dataset: string,
  number: number,
  to: (snapshot: DocumentSnapshot) => readonly [fields: Fields, result: T] | null,
): Promise<T | null> {
  return changeDocument(jobRef(dataset, number), ({ snapshot, batch, condition }) => {
    const changed = isOver(toJob(snapshot)) ? null : to(snapshot);
    if (changed) batch.update(snapshot.ref, changed[0], condition);
    return changed?.[1] ?? null;
  });
}

const toJob = (snapshot: DocumentSnapshot): Job => jobRecord.read(snapshot.id, snapshot.data() ?? {});
