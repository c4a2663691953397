/** Who may list and create records, by claims and e-mail address alone (Contract 9). */
import { access, creators } from '../config.ts';
import { HttpError } from '../errors.ts';
import { shortHash } from '../http/audit.ts';
import type { Caller } from './caller.ts';

/** Whether somebody looks at what is sent, or a camera or a program sends it. On the local stack, everybody may be a person. */
export const isPerson = (caller: Caller): boolean => caller.kind === 'person' || caller.kind === 'anyone';

/** @throws HttpError `forbidden` for a camera and a program */
export function permitPerson(caller: Caller): void {
  if (!isPerson(caller)) throw new HttpError('forbidden');
}

/** @throws HttpError `forbidden` for a camera */
export function permitReader(caller: Caller): void {
  if (caller.kind === 'device') throw new HttpError('forbidden');
}

/** @throws HttpError `forbidden` */
export function permitCreator(caller: Caller): void {
  if (access() !== 'open' && !isCreator(caller)) throw new HttpError('forbidden');
}

function isCreator(caller: Caller): boolean {
  if (caller.kind !== 'person') return false;
  const { admin, creator = false, email } = caller;
  return admin || creator || (email !== undefined && isListed(email));
}

/** Matches an address, or a whole domain: `@example.org` does not match `@sub.example.org`. */
const isListed = (email: string): boolean =>
  creators().some((each) => each === email || (each.startsWith('@') && each === domainOf(email)));

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@'));

/** Uid of the calling person, or the name of a program's key or its address; `''` if the caller has not proved its identity. */
export function uidOf(caller: Caller): string {
  if (caller.kind === 'program') return `program:${shortHash(caller.keyHash)}`;
  return 'uid' in caller ? caller.uid : '';
}

/** May see every record. */
export const seesAll = (caller: Caller): boolean =>
  access() === 'open' || (caller.kind === 'person' && caller.admin);
