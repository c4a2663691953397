import type { Caller } from '../access/caller.ts';
import { uidOf } from '../access/permit-maker.ts';
import { directory } from '../adapters/directory.ts';
import { type MemberRecords, NAMELESS, type OfferedRecord, type PersonName } from './ports.ts';

/** What a person learns of a record that is offered to them: who offers it, and nothing that is in it. */
export interface ListedOffer extends OfferedRecord {
  from: PersonName;
}

/**
 * Records of one kind whose ownership is offered to the caller (Contract 8), newest offer first.
 * @returns no `offers` if there are none
 */
export async function listOffers(
  { caller }: { caller: Caller },
  members: MemberRecords,
): Promise<{ offers?: ListedOffer[] }> {
  const uid = uidOf(caller);
  const offered = uid === '' ? [] : await members.offeredTo(uid);
  if (offered.length === 0) return {};
  const names = await directory.describe(offered.map(({ by }) => by).filter((by) => by !== ''));
  const nameOf = (by: string): PersonName => names.get(by) ?? NAMELESS;
  return { offers: offered.map((each) => ({ ...each, from: nameOf(each.by) })) };
}
