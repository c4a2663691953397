import { createHash } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import type { Role } from '../access/permit.ts';
import { uidOf } from '../access/permit-maker.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import { noteLogFields } from '../log.ts';
import type { Changed, Directory, MemberRecords } from './ports.ts';
import { readWho } from './who.ts';

interface Input {
  /** Id of a record whose people the caller may change. */
  record: string;
  /** Uid or e-mail address. */
  who: string;
  role: Role;
  caller: Caller;
  /** The error if the record is gone. */
  missing: ErrorCode;
}

/**
 * Sets a person's role (Contract 9). An unverified address becomes an invitation. `owner` transfers ownership.
 * @throws HttpError `missing`, `bad parameter` (also for too many people), `owner stays`, `person not found` for an unknown uid or an owner without an account
 */
export async function setMember(
  { record, who, role, caller, missing }: Input,
  { directory, memberRecords }: { directory: Directory; memberRecords: MemberRecords },
): Promise<void> {
  const named = readWho(who);
  noteWho(named);
  const person =
    'uid' in named ? await directory.findByUid(named.uid) : await directory.findByAddress(named.address);
  // Anyone can create an account with an address that is not theirs.
  const isProven = person !== null && ('uid' in named || person.address === named.address);
  if (isProven) return requireChanged(await memberRecords.set(record, person, role), missing, record);
  if ('uid' in named || role === 'owner') throw new HttpError('person not found', { id: who });
  const invitation = { address: named.address, role, by: uidOf(caller) };
  requireChanged(await memberRecords.invite(record, invitation), missing, record);
}

/** E-mail addresses are not logged. */
export function noteWho(named: ReturnType<typeof readWho>): void {
  if ('uid' in named) noteLogFields({ member: named.uid });
  else noteLogFields({ invitation: createHash('sha256').update(named.address).digest('hex').slice(0, 12) });
}

export function requireChanged(changed: Changed, missing: ErrorCode, id: string): void {
  if (changed === null) throw new HttpError(missing, { id });
  if (changed === 'owner stays') throw new HttpError('owner stays');
}
