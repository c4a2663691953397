/**
 * An id of a dataset or monitor is given once (Contract 8): cameras, sessions and images may go on naming it. So its document
 * stays when the record is deleted for good, as a tombstone of a few bytes: nobody can create it again, also in a race, and
 * nothing else needs to be read. Every reader takes it for a record that does not exist.
 */
import type { DocumentReference, DocumentSnapshot, Timestamp, WriteBatch } from 'firebase-admin/firestore';
import { map } from '../fields.ts';

const TOMBSTONE = { deleted: { gone: true } };

/** Whether there is a record, not only a tombstone. */
export const isRecord = (snapshot: DocumentSnapshot): boolean =>
  snapshot.exists && map(snapshot.get('deleted')).gone !== true;

/** Replaces a record by its tombstone. @param condition that it is still as it was read, unless the batch requires that already */
export function bury(
  batch: WriteBatch,
  record: DocumentReference,
  condition: { lastUpdateTime?: Timestamp } = {},
): void {
  batch.delete(record, condition);
  batch.set(record, TOMBSTONE);
}
