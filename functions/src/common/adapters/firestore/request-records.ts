/**
 * `dataset/{id}/request/{name}.{from}`: the outcomes of a request's changes, starting with the change at `from`; kept for an
 * hour. The first one also has the hash of the content for which the key was used.
 */
import {
  type DocumentReference,
  type DocumentSnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { HttpError } from '../../errors.ts';
import type { RequestName, Step } from '../../images/curate-ports.ts';
import { firestore } from '../firebase.ts';
import { asRead, isCommitted } from './change-document.ts';
import { readDocument } from './documents.ts';
import { datasetRef } from './references.ts';

/** Milliseconds for which a retry gets the outcomes of the first attempt. */
const KEPT = 3_600_000;

export const REQUEST_FIELDS = ['body', 'step'] as const;

export const requestRef = (dataset: string, { id }: RequestName, from: number): DocumentReference =>
  datasetRef(dataset).collection('request').doc(`${id}.${from}`);

const untilLater = () => Timestamp.fromMillis(Date.now() + KEPT);

/**
 * Called before parts of a request are committed side by side: if the key was used for other changes, none may be committed.
 * @throws HttpError `bad parameter` if it does
 */
export async function claimName(dataset: string, request: RequestName): Promise<void> {
  const reference = requestRef(dataset, request, 0);
  const batch = firestore().batch().create(reference, { body: request.body, until: untilLater() });
  if (await isCommitted(batch)) return;
  const existing = await readDocument(reference);
  if (!existing.exists) throw new HttpError('unavailable', {}, 'another call holds the request key');
  keptStep(existing, request.body);
}

/**
 * Of two simultaneous attempts, the later commit fails, and then finds the outcomes of the other. They are one text, because
 * hundreds of small maps cost as much as dozens of the images that they are about.
 * @param read the record as it was read before the step
 */
export function keepStep(batch: WriteBatch, read: DocumentSnapshot, body: string, step: Step): void {
  const kept = { body, until: untilLater(), step: JSON.stringify(step) };
  if (read.exists) batch.update(read.ref, kept, asRead(read));
  else batch.create(read.ref, kept);
}

/**
 * Null if there are no outcomes yet.
 * @throws HttpError `bad parameter` if the key was used for another request
 */
export function keptStep(snapshot: DocumentSnapshot, body: string): Step | null {
  if (!snapshot.exists) return null;
  if (snapshot.get('body') !== body)
    throw new HttpError('bad parameter', { reason: 'Idempotency-Key was used for another request' });
  const step: unknown = snapshot.get('step');
  return typeof step === 'string' ? JSON.parse(step) : null;
}
