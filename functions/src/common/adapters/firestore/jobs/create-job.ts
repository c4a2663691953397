import { type DocumentReference, FieldValue, type Query, type WriteBatch } from 'firebase-admin/firestore';
import { isOver } from '../../../../../../packages/records/src/job.ts';
import type { JobKind } from '../../../../../../packages/records/src/lists.ts';
import { HttpError } from '../../../errors.ts';
import { MOST_WAITING } from '../../../jobs/job.ts';
import { firestore } from '../../firebase.ts';
import type { Prepared } from '../commit-some.ts';
import { readQuery } from '../documents.ts';
import { count, type Fields } from '../fields.ts';
import { jobCollection, jobRef } from '../references.ts';

export interface NewJob {
  kind: JobKind;
  by: string;
  right: string;
  owner: string;
  /** The same at each attempt of one request. */
  request: string | null;
  /** Of the dataset there is one of its kind at a time: while that is not over, it is found. */
  isAlone?: boolean;
}

/** Adds to the commit that creates a job what it is about, on the condition that it is as it was read. @returns its `input` */
export type Prepare = (batch: WriteBatch, number: number) => Promise<Fields>;

export const sameRequest = (dataset: string, request: string): Query =>
  jobCollection(dataset).where('request', '==', request).limit(1);

export const waitingNow = () => ({
  waits: FieldValue.serverTimestamp(),
  touched: FieldValue.serverTimestamp(),
});

/**
 * The number is read first, and the commit fails if another job has got it: what was created before is seen by the reads after it.
 * So one request has one job, and no more wait than may, without a lock for which others would wait.
 */
export async function createNext(
  dataset: string,
  { request, right, isAlone = false, ...job }: NewJob,
  prepare: Prepare,
): Promise<Prepared<DocumentReference>> {
  const last = await readQuery(jobCollection(dataset).orderBy('number', 'desc').limit(1));
  if (request !== null) {
    const same = await readQuery(sameRequest(dataset, request));
    if (same.docs[0]) return { batch: null, result: same.docs[0].ref };
  }
  if (isAlone) {
    const ofKind = jobCollection(dataset).where('kind', '==', job.kind).orderBy('number', 'desc').limit(1);
    const [latest] = (await readQuery(ofKind)).docs;
    if (latest && !isOver({ state: latest.get('state') })) return { batch: null, result: latest.ref };
  }
  const queued = jobCollection(dataset).where('state', '==', 'queued').limit(MOST_WAITING);
  const waiting = (await readQuery(queued)).docs;
  const own = waiting.filter((each) => each.get('by') === job.by).length;
  // Half of what others leave, so that nobody fills the places.
  if (own >= (MOST_WAITING - waiting.length + own) / 2) throw new HttpError('jobs enough');
  const number = count(last.docs[0]?.get('number')) + 1;
  const batch = firestore().batch();
  const input = await prepare(batch, number);
  const now = FieldValue.serverTimestamp();
  const asked = { ...(right !== '' && { right }), ...(request !== null && { request }) };
  const fresh = {
    state: 'queued',
    done: 0,
    tries: 0,
    step: 0,
    place: 'waiting',
    createdAt: now,
    ...waitingNow(),
  };
  batch.create(jobRef(dataset, number), { number, ...job, input, ...asked, ...fresh });
  return { batch, result: jobRef(dataset, number) };
}
