/** Changes that somebody made while the service was away: they wait here, and are made as soon as it answers. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { online } from './online.ts';
import { Store } from './store.ts';

/** How many wait. */
export const waitingChanges = new Store(0);

/** Milliseconds until the service is asked again. */
const AGAIN = 3_000;
/** Milliseconds without an answer after which a change counts as waiting. */
const PATIENCE = 3_000;

/** Whether the service did not answer, or could not work just now: the same change may succeed later. */
export const isAway = (error: unknown): boolean =>
  error instanceof SightlineError &&
  (error.kind === 'unreachable' || error.kind === 'late' || error.status === 429 || error.status >= 500);

/**
 * A change, tried until the service has answered it.
 * @param work must be safe to repeat: the service may have made the change before its answer was lost
 * @throws what the service refuses
 */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  let isWaiting = false;
  const note = (waits: boolean) => {
    if (waits !== isWaiting) waitingChanges.set(waitingChanges.get() + (waits ? 1 : -1));
    isWaiting = waits;
  };
  // The client retries for up to half a minute; people are told sooner.
  const timer = setTimeout(() => note(true), PATIENCE);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error)) throw error;
        note(true);
        await nextChance();
      }
    }
  } finally {
    clearTimeout(timer);
    note(false);
  }
}

/** A moment later, or as soon as the browser says that it is online again. */
function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(end, AGAIN);
    const leave = online.subscribe(() => online.get() && end());
  });
}

/** A tab is not closed by accident while changes wait. */
waitingChanges.subscribe(() => {
  if (waitingChanges.get() > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
