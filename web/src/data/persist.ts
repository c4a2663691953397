/** Changes made while the service cannot be reached. They wait here, and are sent again until it responds. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { currentPerson, isSignedIn, signedInAgain } from './account.ts';
import { online } from './live/online.ts';
import { Store } from './live/store.ts';

/** Number of waiting changes. */
export const waitingChanges = new Store(0);

/** Milliseconds between two attempts. */
const RETRY_AFTER = 3_000;
/** Milliseconds without a response after which a change counts as waiting. */
const PATIENCE = 3_000;

/** Whether the service did not respond or had a temporary problem, so that the same change may succeed later. */
export const isAway = (error: unknown): boolean =>
  error instanceof SightlineError &&
  (error.kind === 'unreachable' || error.kind === 'late' || error.status === 429 || error.status >= 500);

/** The sign-in has expired, and the same person may sign in again. */
const isSignedOut = async (error: unknown): Promise<boolean> =>
  error instanceof SightlineError &&
  error.kind === 'refused' &&
  error.status === 401 &&
  !(await isSignedIn());

/**
 * Retries a change until the service responds. If the sign-in ends meanwhile, the change waits for the same person to sign in
 * again.
 * @param work must be safe to repeat: the service may have made the change although its response was lost
 * @param onAway called when it waits because the service does not respond
 * @throws SightlineError if the service refuses the change
 */
export async function untilAnswered<T>(work: () => Promise<T>, onAway?: () => void): Promise<T> {
  let isWaiting = false;
  const note = (waits: boolean) => {
    if (waits !== isWaiting) waitingChanges.set(waitingChanges.get() + (waits ? 1 : -1));
    isWaiting = waits;
  };
  const uid = currentPerson()?.uid ?? '';
  // The client retries for up to 30 s; people should know sooner.
  const timer = setTimeout(() => note(true), PATIENCE);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isOut = await isSignedOut(error);
        if (!isOut && !isAway(error)) throw error;
        note(true);
        onAway?.();
        if (!isOut) await nextChance();
        else if (!(await signedInAgain(uid))) throw error;
        // It must not be made in the name of another person who has signed in since.
        if ((currentPerson()?.uid ?? '') !== uid) throw error;
      }
    }
  } finally {
    clearTimeout(timer);
    note(false);
  }
}

/** Waits for a moment, or until the browser is online again. */
function nextChance(): Promise<void> {
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

/** While changes wait, the browser asks before it closes the tab. */
waitingChanges.subscribe(() => {
  if (waitingChanges.get() > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
