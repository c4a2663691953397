/** A token bucket, as a pure function: it fills evenly up to what a period gives, and each call takes one token. */

export interface Bucket {
  tokens: number;
  /** When `tokens` was computed, Unix milliseconds. */
  at: number;
}

export interface Taken {
  bucket: Bucket;
  /** Seconds until there is a token; null if one was taken. */
  retryAfter: number | null;
}

const MINUTE = 60_000;

/**
 * @param bucket null for a caller that was not seen for a while
 * @param most calls in a period, 1 or more
 * @param period milliseconds
 */
export function takeToken(bucket: Bucket | null, most: number, now: number, period = MINUTE): Taken {
  const full = { tokens: most, at: now };
  const { tokens, at } = bucket ?? full;
  // If another instance's clock is ahead, this adds and removes nothing.
  const filled = Math.min(most, tokens + (Math.max(0, now - at) * most) / period);
  const since = Math.max(now, at);
  if (filled >= 1) return { bucket: { tokens: filled - 1, at: since }, retryAfter: null };
  const wait = Math.ceil(((1 - filled) * period) / most / 1000);
  return { bucket: { tokens: filled, at: since }, retryAfter: Math.max(1, wait) };
}
