/** What somebody may do with a dataset or monitor (Contract 8), for showing only what is permitted. The service decides. */
import type { Person } from './account.ts';
import { type Fields, map, text } from './snapshot.ts';

export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Null: none. Admins count as owners. */
export function roleOf(person: Person, fields: Fields): Role | null {
  if (person.admin || fields.owner === person.uid) return 'owner';
  const member = text(map(fields.members)[person.uid]);
  return member === 'editor' || member === 'viewer' ? member : null;
}

/** Whether a role covers what another one may. */
export const covers = (role: Role | null, needed: Role): boolean =>
  role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Owner and members in one text: it changes when somebody gets, changes or loses a role. */
export const peopleSignature = (fields: Fields): string =>
  JSON.stringify([text(fields.owner), Object.entries(map(fields.members)).sort()]);

export const mayEdit = (role: Role | null): boolean => role === 'editor' || role === 'owner';
