/** Which calls are retried, and the backoff between attempts. */
import { SightlineError } from './sightline-error.ts';

/** Times in milliseconds. */
export interface RetryPolicy {
  /** Attempts of each call, including the first; 1 turns retries off. */
  attempts: number;
  /** Longest wait after the first failure; doubles with each failure. The actual wait is at least half of it. */
  base: number;
  /** Longest wait, unless Retry-After asks for more. */
  limit: number;
  /** Timeout of one attempt of a repeatable call. */
  timeout: number;
}

/** 13 to 26 seconds in total: long enough for an instance restart or a per-second quota. */
export const RETRY: RetryPolicy = { attempts: 8, base: 250, limit: 10_000, timeout: 30_000 };

/** Milliseconds. A timer that is set to more, such as Infinity, ends at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** System errors that happen before anything is sent. Browsers do not report them. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether the service certainly did nothing: it was rate limited, or the connection was never made. */
export const didNothing = ({ kind, status, cause }: SightlineError): boolean =>
  status === 429 || (kind === 'unreachable' && NOT_SENT.has(codeOf(cause)));

/** @param isRepeatable whether doing the call twice has the same effect as once */
export function isWorthRetry(error: SightlineError, isRepeatable: boolean): boolean {
  if (didNothing(error)) return true;
  if (!isRepeatable) return false;
  if (error.kind === 'refused') return error.status >= 500;
  // A page instead of an answer, as from a captive portal, may go away; a redirect (0 in browsers) or a 4xx does not.
  if (error.kind === 'unexpected') return (error.status >= 200 && error.status < 300) || error.status >= 500;
  return error.kind === 'unreachable' || error.kind === 'late';
}

/**
 * Milliseconds: half of an exponentially growing span plus a random share of the other half, so that callers do not retry
 * at the same moment. Added to what the service asked for.
 * @param failures failed attempts so far, 1 or more
 * @param asked seconds from Retry-After
 * @param random 0 to 1
 */
export function waitBefore(
  policy: Pick<RetryPolicy, 'base' | 'limit'>,
  failures: number,
  asked = 0,
  random = Math.random(),
): number {
  const span = Math.min(policy.limit, policy.base * 2 ** (failures - 1));
  return asked * 1000 + Math.round((span * (1 + random)) / 2);
}

/** Seconds, from a number or a date; undefined if the header is missing or unreadable. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}

/** @throws SightlineError `aborted` when the signal aborts */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const end = () => {
      clearTimeout(timer);
      reject(aborted(signal as AbortSignal));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end);
        resolve();
      },
      Math.min(milliseconds, LONGEST_TIMER),
    );
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
