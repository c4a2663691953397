/** Users in the export format of the auth emulator, whose password "hash" is readable. */
import { emailOf, FIRST_MOMENT, PASSWORD, type SampleUser, USERS } from './names.ts';

export const ACCOUNTS = {
  kind: 'identitytoolkit#DownloadAccountResponse',
  users: USERS.map(account),
};

export const AUTH_CONFIG = {
  signIn: { allowDuplicateEmails: false },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
};

function account({ uid, claims }: SampleUser): object {
  const [email, salt] = [emailOf(uid), `fakeSalt${uid}`];
  return {
    localId: uid,
    email,
    emailVerified: true,
    displayName: uid,
    passwordHash: `fakeHash:salt=${salt}:password=${PASSWORD}`,
    salt,
    passwordUpdatedAt: FIRST_MOMENT,
    validSince: String(FIRST_MOMENT / 1000),
    createdAt: String(FIRST_MOMENT),
    lastLoginAt: String(FIRST_MOMENT),
    disabled: false,
    ...(Object.keys(claims).length === 0 ? {} : { customAttributes: JSON.stringify(claims) }),
    providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email, displayName: uid }],
  };
}
