import { SightlineError } from '../sightline-error.ts';
import type { DatabaseLike, MonitorState } from './state.ts';

/** The functions of `firebase/database` used here. */
interface Sdk {
  ref(database: DatabaseLike, path: string): unknown;
  onValue(
    query: unknown,
    next: (snapshot: { val(): MonitorState | null }) => void,
    cancelled: (error: Error) => void,
  ): () => void;
}

/** @throws SightlineError if the SDK is not installed or the rules deny access */
export async function listenDatabase(
  database: DatabaseLike,
  path: string,
  next: (state: MonitorState | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const { ref, onValue } = await loadSdk();
  await new Promise<void>((resolve, reject) => {
    if (signal.aborted) return resolve();
    const stop = onValue(
      ref(database, path),
      (snapshot) => next(snapshot.val()),
      (cause) => reject(new SightlineError(cause.message, { kind: 'refused', cause })),
    );
    const end = () => {
      stop();
      resolve();
    };
    // The SDK passes on a state that it has already before `onValue` returns, and the listener may end the watch then.
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Imported here, so that callers without live state need no SDK. Bundlers accept a missing module inside `try`. */
async function loadSdk(): Promise<Sdk> {
  try {
    return (await import('firebase/database')) as unknown as Sdk;
  } catch (cause) {
    throw new SightlineError('The package "firebase" is not installed', { kind: 'unreachable', cause });
  }
}
