import type { Caller } from '../access/caller.ts';
import { judge, rightOf } from '../access/permit.ts';
import { directory } from '../adapters/directory.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import type { Membership } from '../model.ts';
import type { MemberRecords } from './ports.ts';
import { noteWho, requireChanged } from './set-member.ts';
import { readWho, type Who } from './who.ts';

interface Input {
  /** A record that the caller may know of. */
  record: Membership & { id: string };
  /** Uid or e-mail address. */
  who: string;
  caller: Caller;
  /** The error if the record is gone. */
  missing: ErrorCode;
}

/**
 * Removes a person or an invitation (Contract 9: DELETE members). Everyone except the owner may remove themselves. Idempotent.
 * @throws HttpError `missing`, `forbidden`, `bad parameter`, `owner stays`
 */
export async function removeMember(
  { record, who, caller, missing }: Input,
  members: MemberRecords,
): Promise<void> {
  const named = readWho(who);
  const role = isOneself(caller, named) ? 'viewer' : 'owner';
  if (judge(caller, record, role) !== 'yes') throw new HttpError('forbidden');
  noteWho(named);
  const permit = rightOf(caller, (now) => judge(caller, now, role), missing, record.id);
  const person = 'uid' in named ? named : await directory.findByAddress(named.address);
  const removed = { uid: person?.uid ?? null, address: 'address' in named ? named.address : null };
  requireChanged(await members.remove(record.id, removed, permit), missing, record.id);
}

const isOneself = (caller: Caller, named: Who): boolean =>
  caller.kind === 'person' &&
  ('uid' in named ? caller.uid !== '' && caller.uid === named.uid : caller.email === named.address);
