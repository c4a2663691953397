import { SightlineError } from '../sightline-error.ts';
import type { DatabaseLike, MonitorState } from './state.ts';

/** What is used of `firebase/database`. */
interface Sdk {
  ref(database: DatabaseLike, path: string): unknown;
  onValue(
    query: unknown,
    next: (snapshot: { val(): MonitorState | null }) => void,
    cancelled: (error: Error) => void,
  ): () => void;
}

/** @throws SightlineError where the SDK is not installed or the rules refuse */
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
    signal.addEventListener(
      'abort',
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}

/** Loaded only here, so that whoever does without live state needs no SDK. Bundlers let an import in a `try` be absent. */
async function loadSdk(): Promise<Sdk> {
  try {
    return (await import('firebase/database')) as unknown as Sdk;
  } catch (cause) {
    throw new SightlineError('The package "firebase" is not installed', { kind: 'unreachable', cause });
  }
}
