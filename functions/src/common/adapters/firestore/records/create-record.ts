import type { DocumentReference, DocumentSnapshot, WriteBatch } from 'firebase-admin/firestore';
import { HttpError } from '../../../errors.ts';
import type { Made } from '../../../records/record-ports.ts';
import { tryCommit } from '../change-document.ts';
import { readDocument } from '../documents.ts';
import type { Fields } from '../fields.ts';

/**
 * Creates a record, together with the other writes of the batch. The record stores the name of its request, so that a retry
 * is recognized.
 */
export async function createRecord(
  batch: WriteBatch,
  reference: DocumentReference,
  fields: Fields,
  request: string | null,
): Promise<Made> {
  batch.create(reference, { ...fields, ...(request !== null && { request }) });
  if (await tryCommit(batch)) return 'made';
  const existing = await readDocument(reference);
  // Another document of the commit was there or gone: the next attempt finds that.
  if (!existing.exists) throw new HttpError('unavailable');
  return madeBefore(existing, request);
}

/** Whether an earlier attempt of the same request has made the record that is there, or somebody else. */
export const madeBefore = (existing: DocumentSnapshot, request: string | null): 'known' | 'taken' =>
  request !== null && existing.get('request') === request ? 'known' : 'taken';
