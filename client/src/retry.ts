/** When a call is tried again, and how long that waits. */
import { SightlineError } from './sightline-error.ts';

/** Times in milliseconds. */
export interface RetryPolicy {
  /** Tries of each call, the first included; 1 for none beside it. */
  attempts: number;
  /** Longest wait after the first failure; doubles with each further one. */
  base: number;
  /** No wait is longer, unless the service asks for more by Retry-After. */
  limit: number;
  /** For the answer to one try of a call that may be repeated. */
  timeout: number;
}

/** About half a minute in all: an instance that was replaced and a quota of seconds are outlived. */
export const RETRY: RetryPolicy = { attempts: 8, base: 250, limit: 10_000, timeout: 30_000 };

/** System errors that come before anything was sent. Browsers do not tell them. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** The service certainly did nothing: it counts calls before it works, and a call that never left cannot be half done. */
export const didNothing = ({ kind, status, cause }: SightlineError): boolean =>
  status === 429 || (kind === 'unreachable' && NOT_SENT.has(codeOf(cause)));

/** @param isRepeatable whether the call done twice leaves the same as done once */
export function isWorthRetry(error: SightlineError, isRepeatable: boolean): boolean {
  if (didNothing(error)) return true;
  if (!isRepeatable) return false;
  if (error.kind === 'refused') return error.status >= 500;
  // A page in place of an answer, as of a hotel's network, may be gone soon; a redirect (0 in browsers) or a 4xx will not.
  if (error.kind === 'unexpected') return (error.status >= 200 && error.status < 300) || error.status >= 500;
  return error.kind === 'unreachable' || error.kind === 'late';
}

/**
 * Milliseconds: a random share of a doubling span, so that callers that failed together do not come back together,
 * on top of what the service asked for.
 * @param failures tries that failed so far, 1 or more
 * @param asked seconds from Retry-After
 * @param chance 0 to 1
 */
export function waitBefore(policy: RetryPolicy, failures: number, asked = 0, chance = Math.random()): number {
  const span = Math.min(policy.limit, policy.base * 2 ** (failures - 1));
  return asked * 1000 + Math.round(span * chance);
}

/** Seconds, from a number or a date; undefined where there is none that can be read. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}

/** @throws SightlineError `aborted` as soon as the signal says so */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const end = () => {
      clearTimeout(timer);
      reject(aborted(signal as AbortSignal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

export const aborted = ({ reason }: AbortSignal): SightlineError =>
  new SightlineError('The call was aborted', { kind: 'aborted', cause: reason });

function codeOf(cause: unknown): string {
  const { code, cause: inner } = (cause ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return inner === undefined ? '' : codeOf(inner);
}
