import { getAuth, type UserRecord } from 'firebase-admin/auth';
import { app } from '../../common/adapters/firebase.ts';
import { isUnknownAccount } from '../../common/foreign-errors.ts';

/** Claims that grant rights in addition to the roles on records (Contract 8 and 9). */
export const CLAIMS = ['admin', 'creator'] as const;
export type Claim = (typeof CLAIMS)[number];

export interface ClaimedPerson {
  uid: string;
  /** Empty if the account has none. */
  email: string;
  claims: Claim[];
  /** For a new account: a link with which its person chooses a password, which also verifies the address. */
  link: string | null;
}

/** One of the two. */
export type PersonNamed = { email: string } | { uid: string };

/**
 * Sets and removes claims; others are not changed. Creates an account if an address has none. Idempotent.
 * @param change true sets a claim, false removes it; claims that are absent do not change
 * @throws Error, one sentence, for a claim to an address that is not proven
 */
export async function changeClaims(
  named: PersonNamed,
  change: { [claim in Claim]?: boolean },
): Promise<ClaimedPerson> {
  const { user, isNew } = await requireAccount(named);
  if ('email' in named && Object.values(change).includes(true)) requireProven(user);
  const before: Record<string, unknown> = user.customClaims ?? {};
  const after: Record<string, unknown> = { ...before };
  for (const claim of CLAIMS) {
    if (change[claim] === true) after[claim] = true;
    if (change[claim] === false) delete after[claim];
  }
  if (Object.keys(change).length > 0) await getAuth(app()).setCustomUserClaims(user.uid, after);
  const { uid, email = '' } = user;
  const link = isNew ? await getAuth(app()).generatePasswordResetLink(email) : null;
  return { uid, email, claims: CLAIMS.filter((claim) => after[claim] === true), link };
}

async function requireAccount(named: PersonNamed): Promise<{ user: UserRecord; isNew: boolean }> {
  const auth = getAuth(app());
  if ('uid' in named) return { user: await auth.getUser(named.uid), isNew: false };
  try {
    return { user: await auth.getUserByEmail(named.email), isNew: false };
  } catch (error) {
    if (!isUnknownAccount(error)) throw error;
    return { user: await auth.createUser({ email: named.email }), isNew: true };
  }
}

/**
 * Anyone can register an address that is not theirs, and is then signed in. An account that was made here waits for the
 * link, which goes to the address's owner.
 */
function requireProven({ uid, email, emailVerified, metadata }: UserRecord): void {
  if (emailVerified || !metadata.lastSignInTime) return;
  throw new Error(
    `somebody registered ${email} without verifying it, perhaps not its owner. Let them verify it ("Forgot password?" does); or, if you know that the account is theirs, name it: --uid ${uid}`,
  );
}
