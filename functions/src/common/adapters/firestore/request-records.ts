/**
 * `dataset/{id}/request/{name}.{from}`: the outcomes of a request's changes, starting with the change at `from`; kept for an
 * hour.
 */
import {
  type DocumentReference,
  type DocumentSnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type { ImageOutcome, MovedImage, RequestName, Step } from '../../curate-ports.ts';
import { HttpError } from '../../errors.ts';
import { list } from './fields.ts';
import { datasetRef } from './references.ts';

/** Milliseconds for which a retry gets the outcomes of the first attempt. */
const KEPT = 3_600_000;

export const REQUEST_FIELDS = ['body', 'outcomes', 'moved', 'until'] as const;

export const requestRef = (dataset: string, { id }: RequestName, from: number): DocumentReference =>
  datasetRef(dataset).collection('request').doc(`${id}.${from}`);

/** Of two simultaneous attempts, the later commit fails, and then finds the outcomes of the other. */
export function keepStep(batch: WriteBatch, reference: DocumentReference, body: string, step: Step): void {
  const until = Timestamp.fromMillis(Date.now() + KEPT);
  batch.create(reference, { body, until, outcomes: step.outcomes, moved: step.moved });
}

/**
 * Null if there are no outcomes yet.
 * @throws HttpError `bad parameter` if the key was used for another request
 */
export function keptStep(snapshot: DocumentSnapshot | undefined, body: string): Step | null {
  if (!snapshot?.exists) return null;
  if (snapshot.get('body') !== body)
    throw new HttpError('bad parameter', { reason: 'Idempotency-Key was used for another request' });
  return {
    outcomes: list(snapshot.get('outcomes')) as ImageOutcome[],
    moved: list(snapshot.get('moved')) as MovedImage[],
  };
}
