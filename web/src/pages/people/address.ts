/** Checks an e-mail address before it is added. Pure. */
import type { ListedMember, ListedPeople } from '../../../../client/src/curate/records.ts';

const MAX_LENGTH = 254;
/** The form of address that the service accepts. */
const ADDRESS = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

export type AddressFault = 'malformed' | 'member' | 'invited';

export const cleanAddress = (text: string): string => text.trim().toLowerCase();

/** Why an address cannot be added; null if it can. */
export function addressFault(text: string, { people, invitations = [] }: ListedPeople): AddressFault | null {
  const address = cleanAddress(text);
  if (!ADDRESS.test(address) || address.length > MAX_LENGTH || /\p{Cs}/u.test(address)) return 'malformed';
  if (people.some((each) => each.address === address)) return 'member';
  if (invitations.some((each) => each.address === address)) return 'invited';
  return null;
}

/** A service account has no uid but its address (Contract 17); it owns nothing. */
export const isServiceAccount = ({ uid }: ListedMember): boolean => uid.includes('@');

/** The initials of a person: one or two letters. */
export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '');
  const letters = words.slice(0, name.includes('@') ? 1 : 2).map((word) => [...word][0] ?? '');
  return letters.join('').toUpperCase();
}
