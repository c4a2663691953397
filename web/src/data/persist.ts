/** Calls while the service cannot be reached: they wait, and are sent again until it responds. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { currentPerson, isSignedIn, signedInAgain } from './account.ts';
import { online } from './live/online.ts';
import { Store } from './live/store.ts';

/** Whether a change waits because the service does not respond. */
export const isServiceAway = new Store(false);

/** Milliseconds between two attempts. */
const RETRY_AFTER = 3_000;

/** Whether the service did not respond or had a temporary problem, so that the same call may succeed later. */
export const isAway = (error: unknown): boolean =>
  error instanceof SightlineError &&
  (error.kind === 'unreachable' || error.kind === 'late' || error.status === 429 || error.status >= 500);

/** The sign-in has expired, and the same person may sign in again. */
export const isSignedOut = async (error: unknown): Promise<boolean> =>
  error instanceof SightlineError &&
  error.kind === 'refused' &&
  error.status === 401 &&
  !(await isSignedIn());

/** Whether sending the same call again cannot help. */
export const isFinal = async (error: unknown): Promise<boolean> =>
  !isAway(error) && !(await isSignedOut(error));

/**
 * Waits for a moment, until the browser is online again, or until somebody has signed in.
 * @param error one that is not final
 */
export async function nextChance(error: unknown): Promise<void> {
  if (isAway(error)) return onlineAgain();
  await signedInAgain(currentPerson()?.uid ?? '');
}

/**
 * Repeats a call until the service responds. If the sign-in ends meanwhile, it waits for the same person to sign in again.
 * @param work must be safe to repeat: the service may have done it although its response was lost
 * @param onAway called when it waits because the service does not respond
 * @throws SightlineError if the service refuses it
 */
export async function untilAnswered<T>(work: () => Promise<T>, onAway?: () => void): Promise<T> {
  const uid = currentPerson()?.uid;
  for (;;) {
    try {
      const answer = await work();
      isServiceAway.set(false);
      return answer;
    } catch (error) {
      const isRefused = await isFinal(error);
      isServiceAway.set(!isRefused);
      if (isRefused) throw error;
      onAway?.();
      await nextChance(error);
      // It must not be done in the name of another person who has signed in since.
      if (currentPerson()?.uid !== uid) throw error;
    }
  }
}

function onlineAgain(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(end, RETRY_AFTER);
    const leave = online.subscribe(() => online.get() && end());
  });
}
