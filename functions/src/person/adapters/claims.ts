import { getAuth, type UserRecord } from 'firebase-admin/auth';
import { app } from '../../common/adapters/firebase.ts';

/** Claims that grant rights in addition to the roles on records (Contract 8 and 9). */
export const CLAIMS = ['admin', 'creator'] as const;
export type Claim = (typeof CLAIMS)[number];

export interface ClaimedPerson {
  uid: string;
  claims: Claim[];
  /** For a new account: a link with which its person chooses a password, which also verifies the address. */
  link: string | null;
}

/**
 * Sets and removes claims; others are not changed. Creates an account if there is none. Idempotent.
 * @param change true sets a claim, false removes it; claims that are absent do not change
 */
export async function changeClaims(
  email: string,
  change: { [claim in Claim]?: boolean },
): Promise<ClaimedPerson> {
  const { user, isNew } = await requireAccount(email);
  const before: Record<string, unknown> = user.customClaims ?? {};
  const after: Record<string, unknown> = { ...before };
  for (const claim of CLAIMS) {
    if (change[claim] === true) after[claim] = true;
    if (change[claim] === false) delete after[claim];
  }
  if (Object.keys(change).length > 0) await getAuth(app()).setCustomUserClaims(user.uid, after);
  const link = isNew ? await getAuth(app()).generatePasswordResetLink(email) : null;
  return { uid: user.uid, claims: CLAIMS.filter((claim) => after[claim] === true), link };
}

async function requireAccount(email: string): Promise<{ user: UserRecord; isNew: boolean }> {
  try {
    return { user: await getAuth(app()).getUserByEmail(email), isNew: false };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'auth/user-not-found') throw error;
    return { user: await getAuth(app()).createUser({ email }), isNew: true };
  }
}
