/** Live state of a monitor (Spec 2.7), pushed by the web SDK or polled. */
import { SightlineError } from '../sightline-error.ts';
import { latestOf } from './latest.ts';
import { listenDatabase } from './listen-database.ts';
import { pollDatabase } from './poll-database.ts';
import type { DatabaseLike, LiveSettings, MonitorState } from './state.ts';

export interface WatchOptions {
  /** The result of `getDatabase()` of `firebase/database`. Without it the state is polled. */
  database?: DatabaseLike;
  /** Ends the watch without an error. */
  signal?: AbortSignal;
  /** Milliseconds between polls, at least 1000 (Spec 8). */
  interval?: number;
  /** Called when a watch with a listener fails. Without it the error is an unhandled rejection; an iterable throws. */
  onError?: (error: SightlineError) => void;
}

type Listener = (state: MonitorState | null) => void;

/** Runs until the signal aborts. @throws SightlineError if it cannot continue */
type Feed = (next: Listener, signal: AbortSignal) => Promise<void>;

const SHORTEST_INTERVAL = 1000;

export function startWatch(path: string, settings: LiveSettings, options: WatchOptions) {
  const feed = feedOf(path, settings, options);
  return {
    listen(listener: Listener): () => void {
      const control = new AbortController();
      const end = () => control.abort();
      if (options.signal?.aborted) end();
      options.signal?.addEventListener('abort', end, { once: true });
      feed(listener, control.signal)
        .catch((error: SightlineError) => {
          if (!options.onError) throw error;
          options.onError(error);
        })
        .finally(() => options.signal?.removeEventListener('abort', end));
      return end;
    },
    iterate: (): AsyncIterable<MonitorState | null> => latestOf(feed, options.signal),
  };
}

function feedOf(path: string, { databaseUrl, token, fetch }: LiveSettings, options: WatchOptions): Feed {
  const { database, interval = SHORTEST_INTERVAL } = options;
  if (database) return (next, signal) => listenDatabase(database, path, next, signal);
  if (databaseUrl === undefined) {
    const message =
      'Live state needs `database` of the web SDK here, or `databaseUrl` where Sightline is made';
    throw new SightlineError(message, { kind: 'refused' });
  }
  // Otherwise it would look like a network that is down, which a watch outlasts.
  if (!isWebAddress(databaseUrl)) {
    throw new SightlineError(`\`databaseUrl\` is no web address: ${databaseUrl}`, { kind: 'refused' });
  }
  const polling = { databaseUrl, token, fetch, path, interval: Math.max(interval, SHORTEST_INTERVAL) };
  return (next, signal) => pollDatabase(polling, next, signal);
}

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
