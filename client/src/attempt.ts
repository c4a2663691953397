/** One attempt of a call: one request and its answer, within a timeout. */
import { aborted, LONGEST_TIMER, readRetryAfter } from './retry.ts';
import { SightlineError, sentenceOf } from './sightline-error.ts';

export interface Attempt {
  requestId: string;
  /** The caller's signal. */
  signal: AbortSignal | undefined;
  /** Milliseconds within which `take` must return. */
  patience: number;
}

/**
 * Called by a `take` that leaves the body to be read later: the caller's signal stays able to abort it.
 * @returns a function to call when the body has ended
 */
export type KeepOpen = () => () => void;

/** Redirects are not followed: they would send the credentials to another host. */
const NOT_FOLLOWED = { redirect: 'manual', credentials: 'omit', cache: 'no-store' } as const;

/**
 * @param send makes the request; whatever it throws counts as a network failure
 * @param take reads the answer
 * @throws SightlineError
 */
export async function attempt<T>(
  { requestId, signal, patience }: Attempt,
  send: (init: RequestInit & { signal: AbortSignal }) => Promise<Response>,
  take: (response: Response, keepOpen: KeepOpen) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw aborted(signal);
  const control = new AbortController();
  const end = () => control.abort();
  signal?.addEventListener('abort', end, { once: true });
  const clock = { isOver: false };
  const timer = setTimeout(
    () => {
      clock.isOver = true;
      end();
    },
    Math.min(patience, LONGEST_TIMER),
  );
  // A signal may live as long as the page and serve many calls, so the listener is removed.
  const leave = () => signal?.removeEventListener('abort', end);
  let isKept = false;
  const keepOpen = () => {
    isKept = true;
    return leave;
  };
  try {
    const sent = send({ ...NOT_FOLLOWED, signal: control.signal });
    return await take(await unlessAborted(sent, control.signal), keepOpen);
  } catch (cause) {
    isKept = false;
    if (cause instanceof SightlineError) throw cause;
    if (signal?.aborted) throw aborted(signal);
    const late = `No answer within ${patience / 1000} s`;
    throw clock.isOver
      ? new SightlineError(late, { kind: 'late', requestId, cause })
      : new SightlineError('The service cannot be reached', { kind: 'unreachable', requestId, cause });
  } finally {
    clearTimeout(timer);
    if (!isKept) leave();
  }
}

/** For work before the request, such as fetching a token, which may ignore the signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The parsed body, or the text if it is not JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Turns an answer that is not the expected one into an error. */
export function failureOf(response: Response, body: unknown, requestId: string): SightlineError {
  const { status, headers } = response;
  const sentence = status >= 400 ? sentenceOf(body) : undefined;
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const about = { status, body, retryAfter, requestId: headers.get('x-request-id') ?? requestId };
  if (sentence !== undefined) return new SightlineError(sentence, { kind: 'refused', ...about });
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
  const what = isRedirect ? 'a redirect' : `status ${status} and no sentence of the service`;
  return new SightlineError(`The address answers with ${what}: is it the base address of Sightline?`, {
    kind: 'unexpected',
    ...about,
  });
}
