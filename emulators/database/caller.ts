import { DatabaseError } from './database-error.ts';

/** `auth` as rules see it. */
export interface Auth {
  uid: string;
  token: Record<string, unknown>;
  provider?: string;
}

export interface Caller {
  /** Rules do not apply to admins. */
  admin: boolean;
  auth: unknown;
  /** Seconds since the epoch at which the credential expires. */
  expires?: number;
}

/** The admin credential of the emulator suite's own clients. */
const OWNER = 'owner';
export const ANYONE: Caller = { admin: false, auth: null };
export const ADMIN: Caller = { admin: true, auth: null };

/**
 * @param credential `owner`, or an ID token of the auth emulator. That token is unsigned, so anyone on this machine can
 *   write one: this server must listen on the loopback interface only.
 */
export function callerOf(credential: string): Caller {
  if (credential === OWNER) return ADMIN;
  const claims = claimsOf(credential);
  const uid = claims.sub ?? claims.user_id;
  if (typeof uid !== 'string' || uid === '') throw unreadable();
  const caller: Caller = { admin: false, auth: authOf(uid, claims), ...expiryOf(claims) };
  requireFresh(caller);
  return caller;
}

/** The web SDK's mock user tokens are issued at 0 and expire after an hour, so they never count as expired. */
function expiryOf({ iat, exp }: Record<string, unknown>): Pick<Caller, 'expires'> {
  return iat === 0 ? {} : { expires: numberOr(exp, 0) };
}

/** Throws `expired_token` for an expired credential. */
export function requireFresh({ expires }: Caller): void {
  if (expires !== undefined && expires * 1000 <= Date.now()) {
    throw new DatabaseError('expired_token', 'Auth token is expired');
  }
}

const unreadable = (): DatabaseError => new DatabaseError('invalid_token', 'Could not parse auth token.');
const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

function claimsOf(credential: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims === 'object' && claims !== null) return claims as Record<string, unknown>;
  } catch {
    // Falls through: text that is not JSON is invalid.
  }
  throw unreadable();
}

function authOf(uid: string, claims: Record<string, unknown>): Auth {
  const provider = (claims.firebase as { sign_in_provider?: unknown } | undefined)?.sign_in_provider;
  return typeof provider === 'string' ? { uid, token: claims, provider } : { uid, token: claims };
}
