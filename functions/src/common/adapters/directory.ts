import type { UserRecord } from 'firebase-admin/auth';
import { isServiceAccount } from '../access/service-account.ts';
import { chunks } from '../chunks.ts';
import { HttpError } from '../errors.ts';
import { isUnknownAccount } from '../foreign-errors.ts';
import type { Directory, KnownPerson, PersonName } from '../members/ports.ts';
import { app } from './firebase.ts';

/** Most accounts that Firebase Auth looks up in one call. */
const TOGETHER = 100;

/** The client is loaded at first use: only routes about members need it. */
const auth = async () => (await import('firebase-admin/auth')).getAuth(app());

export const directory: Directory = {
  async describe(uids) {
    const [services, people] = [uids.filter(isServiceAccount), uids.filter((uid) => !isServiceAccount(uid))];
    const found = await Promise.all([...chunks(people, TOGETHER)].map(readAccounts));
    return new Map([
      ...found.flat().map((account) => [account.uid, nameOf(account)] as const),
      ...services.map((address) => [address, { name: '', address }] as const),
    ]);
  },
  findByUid: (uid) => find(async () => (await auth()).getUser(uid)),
  // A service account never signs in here: its address is its uid (Contract 17).
  findByAddress: async (address) =>
    isServiceAccount(address)
      ? { uid: address, address }
      : find(async () => (await auth()).getUserByEmail(address)),
  async isAdministrator(uid) {
    const [account] = uid === '' || isServiceAccount(uid) ? [] : await readAccounts([uid]);
    return account !== undefined && !account.disabled && account.customClaims?.admin === true;
  },
};

async function find(look: () => Promise<UserRecord>): Promise<KnownPerson | null> {
  try {
    const { uid, email, emailVerified } = await look();
    return { uid, address: email !== undefined && emailVerified ? email.toLowerCase() : null };
  } catch (error) {
    if (isUnknownAccount(error)) return null;
    throw new HttpError('unavailable', {}, error);
  }
}

async function readAccounts(uids: readonly string[]): Promise<UserRecord[]> {
  try {
    return (await (await auth()).getUsers(uids.map((uid) => ({ uid })))).users;
  } catch (error) {
    throw new HttpError('unavailable', {}, error);
  }
}

const nameOf = ({ displayName, email, emailVerified }: UserRecord): PersonName => ({
  name: displayName ?? '',
  address: email !== undefined && emailVerified ? email.toLowerCase() : '',
});
