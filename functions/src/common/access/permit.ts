import { access } from '../config.ts';
import type { Membership } from '../model.ts';
import type { Caller } from './caller.ts';

/** From the least to the most. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** `hidden`: the caller must not learn that the record exists. `low`: it may know, but not do this. */
export type Verdict = 'yes' | 'low' | 'hidden';

/** What the owner and members of a record allow a person to do (Contract 8). For device keys see judgeDevice. */
export function judge(caller: Caller, record: Membership, needed: Role): Verdict {
  if (access() === 'open') return 'yes';
  if (caller.kind !== 'person') return 'hidden';
  if (caller.admin) return 'yes';
  return judgeUid(caller.uid, record, needed);
}

/** The same for a user id, for cameras that act on behalf of their monitor's owner. */
export function judgeUid(uid: string, record: Membership, needed: Role): Verdict {
  if (uid !== '' && record.owner === uid) return 'yes';
  const role = Object.hasOwn(record.members, uid) ? record.members[uid] : undefined;
  if (role === undefined) return 'hidden';
  return needed === 'viewer' || needed === role ? 'yes' : 'low';
}
