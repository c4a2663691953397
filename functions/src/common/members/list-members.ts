import type { Caller } from '../access/caller.ts';
import { judge, ROLES, type Role } from '../access/permit.ts';
import type { Membership } from '../model.ts';
import { rolesOf } from '../people.ts';
import type { Directory, Invitation, MemberRecords, PersonName } from './ports.ts';

export interface ListedMember extends PersonName {
  uid: string;
  role: Role;
}

export interface Listed {
  people: ListedMember[];
  /** Absent for a caller who is not the owner. */
  invitations?: Invitation[];
}

/** The people of a record that the caller may see (Contract 9): the owner first, then by role and name. */
export async function listMembers(
  { record, caller }: { record: Membership & { id: string }; caller: Caller },
  { directory, memberRecords }: { directory: Directory; memberRecords: MemberRecords },
): Promise<Listed> {
  const roles = Object.entries(rolesOf(record));
  const [names, invitations] = await Promise.all([
    directory.describe(roles.map(([uid]) => uid)),
    judge(caller, record, 'owner') === 'yes' ? memberRecords.invitations(record.id) : undefined,
  ]);
  const people = roles.map(([uid, role]) => ({
    uid,
    role,
    ...(names.get(uid) ?? { name: '', address: '' }),
  }));
  return { people: people.sort(compare), ...(invitations && { invitations }) };
}

const compare = (a: ListedMember, b: ListedMember): number =>
  ROLES.indexOf(b.role) - ROLES.indexOf(a.role) || labelOf(a).localeCompare(labelOf(b));

const labelOf = ({ name, address, uid }: ListedMember): string => name || address || uid;
