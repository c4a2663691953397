/**
 * The one way to change who may do what with a dataset or monitor (Contract 8): members, roles, offers, invitations, admissions, keys,
 * hooks, and the deletion of the record. The caller is judged by the record as it is read for the commit, and the commit is
 * written only if it is still like that.
 */
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type { Membership, Permit } from '../../model.ts';
import { asRead, changeDocument } from './change-document.ts';
import { type Fields, membership } from './fields.ts';
import { isDeleted } from './records/datasets.ts';
import { isRecord } from './records/used-ids.ts';

/** A record in which the caller was found to have the right. */
export interface Owned {
  snapshot: DocumentSnapshot;
  fields: Fields;
  record: Membership;
  /** Uid of whoever answers for what is made: the caller, or the owner, for whom an administrator acts. */
  answers: string;
  /** The batch of the commit. Its first use makes the commit conditional on the record, so nothing is written without that. */
  write(): WriteBatch;
  /**
   * For a change that needs a right in a second record too, which also becomes a condition. @returns null if that is gone
   * @throws what the permit throws
   */
  also(snapshot: DocumentSnapshot, permit: Permit): Pick<Owned, 'fields' | 'record' | 'answers'> | null;
}

/**
 * @param options.deletedToo also where a dataset waits for its final deletion
 * @returns what `change` returned with the successful commit; null if the record is gone
 * @throws what `permit` throws; HttpError `unavailable` if others keep winning for 10 seconds
 */
export const changeOwned = <T>(
  reference: DocumentReference,
  permit: Permit,
  change: (owned: Owned) => T | Promise<T>,
  { deletedToo = false } = {},
): Promise<T | null> =>
  changeDocument(reference, async ({ snapshot, batch }) => {
    const judged = judgeIn(snapshot, permit, deletedToo);
    if (judged === null) return null;
    let isOpen = false;
    const write = () => {
      if (!isOpen) requireSame(batch, snapshot);
      isOpen = true;
      return batch;
    };
    const also: Owned['also'] = (second, right) => {
      const found = judgeIn(second, right, false);
      if (found) requireSame(write(), second);
      return found;
    };
    return change({ snapshot, ...judged, write, also });
  });

function judgeIn(snapshot: DocumentSnapshot, permit: Permit, deletedToo: boolean) {
  const fields = snapshot.data() ?? {};
  if (!isRecord(snapshot) || (isDeleted(fields) && !deletedToo)) return null;
  const record = membership(fields);
  return { fields, record, answers: permit.judge(record, isDeleted(fields)) };
}

/**
 * The record changes too: of many who make what a record may have only so many of, each counts those before, and whoever is
 * judged meanwhile is judged again.
 */
const requireSame = (batch: WriteBatch, snapshot: DocumentSnapshot): WriteBatch =>
  batch.update(snapshot.ref, { lastMade: FieldValue.serverTimestamp() }, asRead(snapshot));
