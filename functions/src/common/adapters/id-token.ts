import { getAuth } from 'firebase-admin/auth';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../errors.ts';
import { isTransient } from '../foreign-errors.ts';
import { app } from './firebase.ts';

/**
 * The person of a Firebase ID token; custom claims `admin` (boolean) and `permissions` (list) as Contract 8.
 * @throws Refusal `unauthorized` for a token that is malformed, expired or of another project
 */
export async function verifyIdToken(token: string): Promise<Caller> {
  try {
    const claims = await getAuth(app()).verifyIdToken(token);
    const permissions: unknown = claims.permissions;
    return {
      kind: 'person',
      uid: claims.uid,
      admin: claims.admin === true,
      permissions: Array.isArray(permissions) ? permissions.filter((each) => typeof each === 'string') : [],
    };
  } catch (error) {
    if (isTransient(error)) throw new Refusal('unavailable', {}, error);
    throw new Refusal('unauthorized', {}, error);
  }
}
