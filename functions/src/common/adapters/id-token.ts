import { createHash } from 'node:crypto';
import { type DecodedIdToken, getAuth } from 'firebase-admin/auth';
import { LRUCache } from 'lru-cache';
import { type Account, Accounts } from '../access/accounts.ts';
import { CAMERA, type Caller } from '../access/caller.ts';
import { HttpError } from '../errors.ts';
import { isTransient, isUnknownAccount } from '../foreign-errors.ts';
import { describeError, log } from '../log.ts';
import { app } from './firebase.ts';
import { invitations } from './firestore/people/invitations.ts';

const accounts = new Accounts(findAccount);

/** Tokens whose invitations were looked up by this process, by hash: each costs one query. */
const accepted = new LRUCache<string, Promise<boolean>>({ max: 10_000 });

/**
 * The person of a Firebase ID token, with the custom claims `admin`, `creator` (booleans) and `permissions` (list) of
 * Contract 8 and 9.
 * @throws HttpError `unauthorized` for a token that is malformed, expired or of another project, and for an account that
 *   was disabled, deleted or signed out everywhere; `unavailable` if that cannot be found out
 */
export async function verifyIdToken(token: string): Promise<Caller> {
  const claims = await readToken(token);
  if (claims.uid === CAMERA) throw new HttpError('unauthorized');
  await accounts.requireActive(claims.uid, claims.auth_time * 1000);
  const permissions: unknown = claims.permissions;
  const email = claims.email_verified === true ? claims.email?.toLowerCase() : undefined;
  if (email) await acceptInvitations(claims.uid, email, token);
  return {
    kind: 'person',
    uid: claims.uid,
    admin: claims.admin === true,
    creator: claims.creator === true,
    permissions: Array.isArray(permissions) ? permissions.filter((each) => typeof each === 'string') : [],
    ...(email && { email }),
  };
}

/** Invitations take effect at the first call with a token that proves the address (Contract 9). */
async function acceptInvitations(uid: string, email: string, token: string): Promise<void> {
  const known = createHash('sha256').update(token).digest('hex');
  const accepting =
    accepted.get(known) ??
    invitations.accept(uid, email).catch((error: unknown) => {
      log('WARNING', 'invitations not accepted', { reason: describeError(error) });
      return false;
    });
  accepted.set(known, accepting);
  // A later call tries again; this one continues without the invited records.
  if (!(await accepting)) accepted.delete(known);
}

async function readToken(token: string): Promise<DecodedIdToken> {
  try {
    return await getAuth(app()).verifyIdToken(token);
  } catch (error) {
    if (isTransient(error)) throw new HttpError('unavailable', {}, error);
    throw new HttpError('unauthorized', {}, error);
  }
}

async function findAccount(uid: string): Promise<Account> {
  try {
    const { disabled, tokensValidAfterTime } = await getAuth(app()).getUser(uid);
    return { isGone: disabled, validSince: tokensValidAfterTime ? Date.parse(tokensValidAfterTime) : 0 };
  } catch (error) {
    if (isUnknownAccount(error)) return { isGone: true, validSince: 0 };
    throw new HttpError('unavailable', {}, error);
  }
}
