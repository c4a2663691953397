/** The people in `owner` and `members` of a record (Contract 2 and 9). */
import type { Membership } from '../model.ts';

/** Roles by uid. */
export function rolesOf({ owner, members }: Membership): Record<string, 'viewer' | 'editor' | 'owner'> {
  return Object.fromEntries<'viewer' | 'editor' | 'owner'>([
    ...Object.entries(members),
    ...(owner === '' ? [] : [[owner, 'owner'] as const]),
  ]);
}

/** Their uids, sorted: the record's `people`. */
export const peopleOf = (record: Membership): string[] => Object.keys(rolesOf(record)).sort();
