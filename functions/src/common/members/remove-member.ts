import type { Caller } from '../access/caller.ts';
import { judge } from '../access/permit.ts';
import { HttpError } from '../errors.ts';
import type { Membership } from '../model.ts';
import type { Changed, Directory, MemberRecords } from './ports.ts';
import { noteWho, requireStanding } from './set-member.ts';
import { readWho, type Who } from './who.ts';

interface Input {
  /** A record that the caller may know of. */
  record: Membership & { id: string };
  /** Uid or e-mail address. */
  who: string;
  caller: Caller;
}

/**
 * Removes a person or an invitation (Contract 9). Everyone except the owner may remove themselves. Idempotent.
 * @throws HttpError `forbidden`, `bad parameter`, `owner stays`
 */
export async function removeMember(
  { record, who, caller }: Input,
  { directory, memberRecords }: { directory: Directory; memberRecords: MemberRecords },
): Promise<Changed> {
  const named = readWho(who);
  if (judge(caller, record, 'owner') !== 'yes' && !isOneself(caller, named)) throw new HttpError('forbidden');
  noteWho(named);
  if ('uid' in named) return requireStanding(await memberRecords.remove(record.id, named.uid));
  await memberRecords.uninvite(record.id, named.address);
  const person = await directory.findByAddress(named.address);
  return person ? requireStanding(await memberRecords.remove(record.id, person.uid)) : 'done';
}

const isOneself = (caller: Caller, named: Who): boolean =>
  caller.kind === 'person' &&
  ('uid' in named ? caller.uid !== '' && caller.uid === named.uid : caller.email === named.address);
