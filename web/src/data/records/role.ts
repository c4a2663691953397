/** Roles of people in datasets and monitors (Contract 8). They only decide what is shown; the service checks permissions. */
import type { Person } from '../account.ts';
import { type Fields, map, text } from '../live/snapshot.ts';

export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The person's role, null if they have none. Admins count as owners. */
export function roleOf(person: Person, fields: Fields): Role | null {
  if (person.admin || fields.owner === person.uid) return 'owner';
  const member = text(map(fields.members)[person.uid]);
  return member === 'editor' || member === 'viewer' ? member : null;
}

/** Whether a role has all permissions of `needed`. */
export const covers = (role: Role | null, needed: Role): boolean =>
  role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Owner, members and an offer of ownership as one string, which changes whenever one of them does. */
export const peopleSignature = (fields: Fields): string =>
  JSON.stringify([
    text(fields.owner),
    Object.entries(map(fields.members)).sort(),
    text(map(fields.offer).to),
  ]);

export const mayEdit = (role: Role | null): boolean => role === 'editor' || role === 'owner';
