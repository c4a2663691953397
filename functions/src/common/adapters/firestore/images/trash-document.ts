/** Rejected images as documents: the complete record, who rejected it, and when. */

import { type DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';
import { DAY } from '../../../../../../packages/records/src/dataset.ts';
import type { Maker, TrashedImage } from '../../../images/curate-ports.ts';
import { count, type Fields, millis, text } from '../fields.ts';
import { lackingFields } from '../lacking-fields.ts';
import { FIELDS, toImageRecord } from './image-document.ts';

export const TRASH_FIELDS = [...FIELDS, 'at', 'by', 'until', 'purging'] as const;

/**
 * @param changed fields of the record that the same change sets; null removes a value
 * @param days for which it is kept
 */
export function trashFields(
  record: Fields,
  changed: Fields,
  { by, at }: Maker,
  days: number,
): Record<string, unknown> {
  // The commit that rejects it takes it out of its tally.
  const { tally: _, tallied: __, ...kept } = record;
  const fields: Record<string, unknown> = { ...kept, ...changed };
  if (fields.setBefore === null) delete fields.setBefore;
  return { ...fields, by, at: Timestamp.fromMillis(at), until: Timestamp.fromMillis(at + days * DAY) };
}

/** The record as it was, one revision later, with what lists need: a sweep does not look into the trash. */
export function restoredFields(id: string, trashed: Fields): Record<string, unknown> {
  const { at: _, by: __, until: ___, purging: ____, ...record } = trashed;
  return {
    ...record,
    ...lackingFields(id, record),
    revision: count(record.revision) + 1,
    updatedAt: FieldValue.serverTimestamp(),
  };
}

export function toTrashed(document: DocumentSnapshot): TrashedImage {
  const fields = document.data() ?? {};
  return {
    dataset: document.ref.parent.parent?.id ?? '',
    record: toImageRecord(document.id, fields),
    at: millis(fields.at),
    by: text(fields.by),
    until: millis(fields.until),
    purging: typeof fields.purging === 'string' ? fields.purging : null,
  };
}
