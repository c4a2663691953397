import { HttpError } from '../errors.ts';
import { isId } from '../ids.ts';

/** The person in a path. */
export type Who = { uid: string } | { address: string };

/** Longest valid e-mail address, and longest uid of Firebase Auth. */
const LONGEST_ADDRESS = 254;
const LONGEST_UID = 128;

/** @throws HttpError `bad parameter` */
export function readWho(text: string): Who {
  if (!text.includes('@')) {
    if (isId(text) && text.length <= LONGEST_UID) return { uid: text };
    throw new HttpError('bad parameter', { reason: 'a member is a uid or an e-mail address' });
  }
  const address = text.trim().toLowerCase();
  const isAddress = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address) && address.isWellFormed();
  if (isAddress && address.length <= LONGEST_ADDRESS) return { address };
  throw new HttpError('bad parameter', { reason: 'not a valid e-mail address' });
}
