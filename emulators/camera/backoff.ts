/** When a camera tries again, and how long it waits before. Pure. */

/** Times in milliseconds. */
export interface RetryPolicy {
  /** Tries for each request, the first included. */
  attempts: number;
  /** Longest wait after the first failure; doubles with each further one. */
  base: number;
  /** No wait without Retry-After is longer. */
  limit: number;
  /** For one answer. */
  timeout: number;
}

/** About half a minute in all: a function that was killed or a quota of a second is outlived. */
export const RETRY: RetryPolicy = { attempts: 8, base: 250, limit: 10_000, timeout: 30_000 };

/** A server that asks for more than this is not waited for any longer. */
const LONGEST_ASKED = 120_000;

/** Answers of a busy or failing server; any other 4xx is a refusal that a second try would not change. */
export const isWorthRetry = (status: number): boolean => status === 429 || status >= 500;

/**
 * Milliseconds to wait: a random share of a doubling span (so that cameras that failed together do not come back
 * together), never less than what the server asked for.
 * @param failures how many tries failed so far, 1 or more
 * @param asked milliseconds from Retry-After, or null
 * @param chance 0 to 1
 */
export function waitBefore(
  policy: RetryPolicy,
  failures: number,
  asked: number | null,
  chance: number,
): number {
  const span = Math.min(policy.limit, policy.base * 2 ** (failures - 1));
  const share = Math.round(span * chance);
  if (asked === null) return share;
  return Math.min(asked, LONGEST_ASKED) + Math.round(Math.min(span, policy.base) * chance);
}

/** Retry-After in seconds or as a date, to milliseconds from `now`; null where there is none that can be read. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}
