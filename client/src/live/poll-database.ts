/** Polls the REST interface of the Realtime Database. */
import { attempt, bodyOf, failureOf } from '../attempt.ts';
import { isWorthRetry, pause, RETRY, waitBefore } from '../retry.ts';
import { SightlineError } from '../sightline-error.ts';
import { shown } from './shown.ts';
import type { LiveSettings, MonitorState } from './state.ts';

interface Polling extends LiveSettings {
  databaseUrl: string;
  path: string;
  /** Milliseconds from the start of one poll to the next. Polls never overlap. */
  interval: number;
}

/** @param next called with the first state and with each change */
export async function pollDatabase(
  polling: Polling,
  next: (state: MonitorState | null) => void,
  signal: AbortSignal,
): Promise<void> {
  let known: string | undefined;
  let failures = 0;
  try {
    for (;;) {
      await shown(signal);
      const begun = performance.now();
      const state = await ask(polling, signal).catch(forgive);
      failures = state instanceof SightlineError ? failures + 1 : 0;
      if (!(state instanceof SightlineError) && JSON.stringify(state) !== known) {
        known = JSON.stringify(state);
        next(state);
      }
      const rest = failures === 0 ? 0 : waitBefore(RETRY, failures);
      await pause(Math.max(0, begun + polling.interval - performance.now()) + rest, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A network failure does not end the watch; an error answer does. */
function forgive(error: SightlineError): SightlineError {
  if (isWorthRetry(error, true)) return error;
  throw error;
}

function ask(
  { databaseUrl, path, token, fetch }: Polling,
  signal: AbortSignal,
): Promise<MonitorState | null> {
  const send = async (init: RequestInit) => {
    const url = new URL(databaseUrl);
    url.pathname = `/${path.split('/').map(encodeURIComponent).join('/')}.json`;
    const credential = token && (await token());
    // The database accepts ID tokens in the query only.
    if (credential) url.searchParams.set('auth', credential);
    return fetch(url, init);
  };
  return attempt({ requestId: '', signal, patience: RETRY.timeout }, send, async (response) => {
    const body = await bodyOf(response);
    if (!response.ok || typeof body !== 'object') throw failureOf(response, body, '');
    return body as MonitorState | null;
  });
}
