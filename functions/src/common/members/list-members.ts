import type { Caller } from '../access/caller.ts';
import { judge, ROLES, type Role } from '../access/permit.ts';
import { uidOf } from '../access/permit-maker.ts';
import { directory } from '../adapters/directory.ts';
import type { Membership, Offer } from '../model.ts';
import { rolesOf } from './people.ts';
import { type Invitation, type MemberRecords, NAMELESS, type PersonName } from './ports.ts';

export interface ListedMember extends PersonName {
  uid: string;
  role: Role;
}

export interface Listed {
  people: ListedMember[];
  /** Absent for a caller who is not the owner. */
  invitations?: Omit<Invitation, 'owner'>[];
  /** The open offer of ownership, with the name of the person to whom it is made: for the owner and that person. */
  offer?: Omit<Offer, 'owner'> & PersonName;
}

/** The people of a record that the caller may see (Contract 9: GET members): the owner first, then by role and name. */
export async function listMembers(
  { record, caller }: { record: Membership & { id: string }; caller: Caller },
  members: MemberRecords,
): Promise<Listed> {
  const roles = Object.entries(rolesOf(record));
  const isOwner = judge(caller, record, 'owner') === 'yes';
  const offer = isOwner || record.offer?.to === uidOf(caller) ? record.offer : undefined;
  const [names, invitations] = await Promise.all([
    directory.describe([...roles.map(([uid]) => uid), ...(offer ? [offer.to] : [])]),
    isOwner ? members.invitations(record.id) : undefined,
  ]);
  const nameOf = (uid: string): PersonName => names.get(uid) ?? NAMELESS;
  const people = roles.map(([uid, role]) => ({ uid, role, ...nameOf(uid) }));
  return {
    people: people.sort(compare),
    ...(invitations && { invitations }),
    ...(offer && { offer: { to: offer.to, by: offer.by, at: offer.at, ...nameOf(offer.to) } }),
  };
}

const compare = (a: ListedMember, b: ListedMember): number =>
  ROLES.indexOf(b.role) - ROLES.indexOf(a.role) || labelOf(a).localeCompare(labelOf(b));

const labelOf = ({ name, address, uid }: ListedMember): string => name || address || uid;
