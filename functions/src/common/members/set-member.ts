import { createHash } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import { judge, type Role, rightOf } from '../access/permit.ts';
import { isServiceAccount } from '../access/service-account.ts';
import { directory } from '../adapters/directory.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import { noteLogFields } from '../log.ts';
import type { Membership, Permit } from '../model.ts';
import type { Changed, KnownPerson, MemberRecords } from './ports.ts';
import { readWho } from './who.ts';

interface Input {
  /** A record whose people the caller may change, as it was a moment ago. */
  record: Membership & { id: string };
  /** Uid or e-mail address. */
  who: string;
  role: Role;
  caller: Caller;
  /** The error if the record is gone. */
  missing: ErrorCode;
}

/**
 * Sets a person's role (Contract 9: PUT members). An unverified address becomes an invitation. `owner` offers ownership, which counts once
 * that person accepts it (Contract 8).
 * @returns `offered` if it is an offer
 * @throws HttpError `missing`, `bad parameter` (also for too many people or offers), `owner stays`, `person not found` for an unknown uid or an owner without an account
 */
export async function setMember(input: Input, members: MemberRecords): Promise<{ offered?: true }> {
  const { record, who, role, missing } = input;
  const named = readWho(who);
  noteWho(named);
  if ('address' in named && isServiceAccount(named.address)) requireProgram(named.address, role, missing);
  const person =
    'uid' in named ? await directory.findByUid(named.uid) : await directory.findByAddress(named.address);
  // Anyone can create an account with an address that is not theirs.
  if (person !== null && ('uid' in named || person.address === named.address))
    return setRole(person, input, members);
  if ('uid' in named || role === 'owner') throw new HttpError('person not found', { id: who });
  const invited = await members.invite(record.id, { address: named.address, role }, ownerOf(input));
  requireChanged(invited, missing, record.id);
  return {};
}

/** Members are for the owner to change. */
const ownerOf = ({ record: { id }, caller, missing }: Input): Permit =>
  rightOf(caller, (record) => judge(caller, record, 'owner'), missing, id);

/** A service account is a program: it looks after datasets, and owns none (Contract 17). */
function requireProgram(address: string, role: Role, missing: ErrorCode): void {
  const reason = 'a service account can be a member of datasets only';
  if (missing !== 'dataset not found') throw new HttpError('bad parameter', { reason });
  if (role === 'owner') throw new HttpError('person not found', { id: address });
}

async function setRole(
  person: KnownPerson,
  input: Input,
  members: MemberRecords,
): Promise<{ offered?: true }> {
  const { record, role, missing } = input;
  const changed = await members.set(record.id, person, role, ownerOf(input));
  requireChanged(changed, missing, record.id);
  return changed === 'offered' ? { offered: true } : {};
}

/** E-mail addresses of people are not logged. */
export function noteWho(named: ReturnType<typeof readWho>): void {
  if ('uid' in named) noteLogFields({ member: named.uid });
  else if (isServiceAccount(named.address)) noteLogFields({ member: named.address });
  else noteLogFields({ invitation: createHash('sha256').update(named.address).digest('hex').slice(0, 12) });
}

export function requireChanged(changed: Changed, missing: ErrorCode, id: string): void {
  if (changed === null) throw new HttpError(missing, { id });
  if (changed === 'owner stays') throw new HttpError(changed);
}
