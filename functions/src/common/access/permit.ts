import { access } from '../config.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import type { Dataset, Membership, Monitor, Permit } from '../model.ts';
import type { Caller } from './caller.ts';
import { seesAll, uidOf } from './permit-maker.ts';

/** From the least to the most. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** `hidden`: the caller must not learn that the record exists. `low`: it may know, but not do this. */
export type Verdict = 'yes' | 'low' | 'hidden';

/** @param hidden the error for a record that the caller must not know about */
export function permit(verdict: Verdict, hidden: ErrorCode, id?: string): void {
  if (verdict === 'hidden') throw new HttpError(hidden, id === undefined ? {} : { id });
  if (verdict === 'low') throw new HttpError('forbidden');
}

/** What the owner and members of a record allow a person to do (Contract 8). For keys see `admits` and `judgeDataset`. */
export function judge(caller: Caller, record: Membership, needed: Role): Verdict {
  if (access() === 'open') return 'yes';
  if (caller.kind !== 'person') return 'hidden';
  if (caller.admin) return 'yes';
  return judgeUid(caller.uid, record, needed);
}

/** The same for a user id. */
export function judgeUid(uid: string, record: Membership, needed: Role): Verdict {
  if (uid !== '' && record.owner === uid) return 'yes';
  const role = Object.hasOwn(record.members, uid) ? record.members[uid] : undefined;
  return role === undefined ? 'hidden' : judgeRole(role, needed);
}

/**
 * The same for a dataset: a program has the role of its key there, as long as whoever answers for the key owns it, or that of its
 * service account (Contract 17).
 */
export function judgeDataset(caller: Caller, dataset: Membership & { id: string }, needed: Role): Verdict {
  if (access() === 'open') return 'yes';
  if (caller.kind === 'service') return judgeUid(caller.uid, dataset, needed);
  if (caller.kind !== 'program') return judge(caller, dataset, needed);
  const counts = caller.dataset === dataset.id && caller.holder === dataset.owner;
  return counts ? judgeRole(caller.role, needed) : 'hidden';
}

const judgeRole = (role: 'viewer' | 'editor', needed: Role): Verdict =>
  needed === 'viewer' || needed === role ? 'yes' : 'low';

/**
 * Whether this uid may answer for a grant or a device key: the owner or an editor. A record without an owner is nobody's, and
 * so is what nobody made (with ACCESS=open).
 */
export const answersFor = (uid: string, record: Membership): boolean =>
  uid === record.owner || judgeUid(uid, record, 'editor') === 'yes';

/**
 * The right of a caller, for a change (Contract 8). Only an administrator who is not an editor acts on behalf of the owner.
 * @param judged what the caller may do with a record
 * @param hidden the error for a record that the caller must not know about
 */
export function rightOf(
  caller: Caller,
  judged: (record: Membership) => Verdict,
  hidden: ErrorCode,
  id?: string,
): Permit {
  const by = uidOf(caller);
  return {
    by,
    judge(record) {
      permit(judged(record), hidden, id);
      return seesAll(caller) && !answersFor(by, record) ? record.owner : by;
    },
  };
}

/** Whether cameras of this monitor may write into the dataset (Contract 8). */
export function admits(
  dataset: Membership & Pick<Dataset, 'monitors'>,
  { id, born }: Pick<Monitor, 'id' | 'born'>,
): boolean {
  const grant = dataset.monitors[id];
  return grant !== undefined && grant.born === born && answersFor(grant.by, dataset);
}
