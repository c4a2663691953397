/** The signed-in person, and signing in and out. */
import type { AuthProvider, User } from 'firebase/auth';
import { getAuth } from './firebase.ts';
import { Store, useStore } from './live/store.ts';

export interface Person {
  uid: string;
  email: string;
  /** Display name, else e-mail address, else uid. */
  name: string;
  admin: boolean;
  /** Has the `creator` claim. Addresses in the deployment's CREATORS setting may create too, but only the service knows them. */
  creator: boolean;
}

/**
 * Null if nobody is signed in, undefined until that is known. It stays if the sign-in expires, so that pages keep what was
 * entered until the same person signs in again.
 */
const person = new Store<Person | null | undefined>(undefined);
const hasEnded = new Store(false);

const KEY = 'signed-in';
person.subscribe(() => {
  if (person.get()) localStorage.setItem(KEY, 'true');
  else localStorage.removeItem(KEY);
});

/** Whether somebody was signed in on the last visit. Until the SDK knows, pages assume that they still are. */
export const wasSignedIn = (): boolean => localStorage.getItem(KEY) !== null;

export const usePerson = (): Person | null | undefined => useStore(person);
export const currentPerson = person.get;

/** Calls `listener` when somebody signs out or another person signs in, but not when a sign-in only expires. */
export function onOtherPerson(listener: () => void): void {
  let uid = person.get()?.uid;
  person.subscribe(() => {
    const now = person.get()?.uid;
    if (now === uid) return;
    uid = now;
    listener();
  });
}

/** Whether the sign-in has ended without a sign-out here, for example by a change of the password or in another tab. */
export const useSignInEnded = (): boolean => useStore(hasEnded);
export const signInHasEnded = hasEnded.get;

/** Keeps the signed-in person up to date, including sign-ins in other tabs. */
export async function followAccount(): Promise<void> {
  const auth = await getAuth();
  const { onIdTokenChanged } = await import('firebase/auth');
  onIdTokenChanged(auth, async (user) => {
    const next = user && (await describe(user));
    // Somebody else may have signed in while the token was being read.
    if (auth.currentUser?.uid !== user?.uid) return;
    const ends = next === null && Boolean(person.get());
    if (!ends) person.set(sameAs(next, person.get()));
    // After the person, because those who wait for the next sign-in check who it is.
    hasEnded.set(ends);
  });
}

async function describe(user: User): Promise<Person> {
  const { claims } = await user.getIdTokenResult();
  return {
    uid: user.uid,
    email: user.email ?? '',
    name: user.displayName || user.email || user.uid,
    admin: claims.admin === true,
    creator: claims.creator === true,
  };
}

/** Keeps the object if the person is the same, so that a renewed token does not restart every query. */
function sameAs(next: Person | null, known: Person | null | undefined): Person | null {
  return known && next && JSON.stringify(known) === JSON.stringify(next) ? known : next;
}

/** ID token for calls to the service. @param isRenewed true requests a new one, even if the old one seems valid by this machine's clock */
export async function idToken(isRenewed = false): Promise<string | null> {
  const auth = await getAuth();
  return (await auth.currentUser?.getIdToken(isRenewed)) ?? null;
}

/** False after the sign-in service has refused to renew the token, for example because the password was changed. */
export const isSignedIn = async (): Promise<boolean> => (await getAuth()).currentUser !== null;

/** Resolves when somebody is signed in again. @returns whether it is this person */
export function signedInAgain(uid: string): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const now = hasEnded.get() ? null : person.get();
      if (!now) return;
      for (const leave of leaves) leave();
      resolve(now.uid === uid);
    };
    const leaves = [person.subscribe(look), hasEnded.subscribe(look)];
    look();
  });
}

export async function signIn(email: string, password: string): Promise<void> {
  const { signInWithEmailAndPassword } = await import('firebase/auth');
  await signInWithEmailAndPassword(await getAuth(), email, password);
}

export async function signInWithProvider(name: string): Promise<void> {
  const sdk = await import('firebase/auth');
  await sdk.signInWithPopup(await getAuth(), providerOf(sdk, name));
}

function providerOf(sdk: typeof import('firebase/auth'), name: string): AuthProvider {
  if (name === 'google') return new sdk.GoogleAuthProvider();
  if (name === 'github') return new sdk.GithubAuthProvider();
  return new sdk.OAuthProvider(`${name}.com`);
}

export async function resetPassword(email: string): Promise<void> {
  const { sendPasswordResetEmail } = await import('firebase/auth');
  await sendPasswordResetEmail(await getAuth(), email);
}

export async function signOut(): Promise<void> {
  const { signOut: leave } = await import('firebase/auth');
  const auth = await getAuth();
  const before = person.get();
  person.set(null);
  await leave(auth).catch((error: unknown) => {
    person.set(before);
    throw error;
  });
}
