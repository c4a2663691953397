import { createHash } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import type { Role } from '../access/permit.ts';
import { uidOf } from '../access/permit-maker.ts';
import { isServiceAccount } from '../access/service-account.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import { noteLogFields } from '../log.ts';
import type { Membership } from '../model.ts';
import type { Changed, Directory, KnownPerson, MemberRecords } from './ports.ts';
import { readWho } from './who.ts';

interface Input {
  /** A record whose people the caller may change. */
  record: Membership & { id: string };
  /** Uid or e-mail address. */
  who: string;
  role: Role;
  caller: Caller;
  /** The error if the record is gone. */
  missing: ErrorCode;
}

/** Open offers of one person. Calls at the same moment may pass it by a few. */
const MOST_OFFERS = 20;

/**
 * Sets a person's role (Contract 9: PUT members). An unverified address becomes an invitation. `owner` offers ownership, which counts once
 * that person accepts it (Contract 8).
 * @returns `offered` if it is an offer
 * @throws HttpError `missing`, `bad parameter` (also for too many people or offers), `owner stays`, `person not found` for an unknown uid or an owner without an account
 */
export async function setMember(
  input: Input,
  { directory, memberRecords }: { directory: Directory; memberRecords: MemberRecords },
): Promise<{ offered?: true }> {
  const { record, who, role, caller, missing } = input;
  const named = readWho(who);
  noteWho(named);
  if ('address' in named && isServiceAccount(named.address)) requireJob(named.address, role, missing);
  const person =
    'uid' in named ? await directory.findByUid(named.uid) : await directory.findByAddress(named.address);
  // Anyone can create an account with an address that is not theirs.
  if (person !== null && ('uid' in named || person.address === named.address))
    return setRole(person, input, memberRecords);
  if ('uid' in named || role === 'owner') throw new HttpError('person not found', { id: who });
  const invitation = { address: named.address, role, by: uidOf(caller) };
  requireChanged(await memberRecords.invite(record.id, invitation), missing, record.id);
  return {};
}

/** A service account is a job: it looks after datasets, and owns none (Contract 17). */
function requireJob(address: string, role: Role, missing: ErrorCode): void {
  const reason = 'a service account can be a member of datasets only';
  if (missing !== 'dataset not found') throw new HttpError('bad parameter', { reason });
  if (role === 'owner') throw new HttpError('person not found', { id: address });
}

async function setRole(
  person: KnownPerson,
  { record, role, caller, missing }: Input,
  memberRecords: MemberRecords,
): Promise<{ offered?: true }> {
  const { id } = record;
  const by = uidOf(caller);
  // Who takes a record over needs nobody else's consent: an administrator, or the owner again.
  if (role !== 'owner' || [by, record.owner].includes(person.uid)) {
    requireChanged(await memberRecords.set(id, person, role), missing, id);
    return {};
  }
  if (record.offer?.by !== by) await requireFewOffers(by, memberRecords);
  const offer = { to: person.uid, by, at: Date.now() };
  requireChanged(await memberRecords.offer(id, offer), missing, id);
  return { offered: true };
}

async function requireFewOffers(by: string, memberRecords: MemberRecords): Promise<void> {
  if ((await memberRecords.offersBy(by)) < MOST_OFFERS) return;
  const reason = `${MOST_OFFERS} offers of yours are open already: withdraw one first`;
  throw new HttpError('bad parameter', { reason });
}

/** E-mail addresses of people are not logged. */
export function noteWho(named: ReturnType<typeof readWho>): void {
  if ('uid' in named) noteLogFields({ member: named.uid });
  else if (isServiceAccount(named.address)) noteLogFields({ member: named.address });
  else noteLogFields({ invitation: createHash('sha256').update(named.address).digest('hex').slice(0, 12) });
}

export function requireChanged(changed: Changed, missing: ErrorCode, id: string): void {
  if (changed === null) throw new HttpError(missing, { id });
  if (changed === 'owner stays' || changed === 'no offer') throw new HttpError(changed);
}
