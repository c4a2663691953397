/** A token bucket, as a pure function: it fills evenly up to a minute's worth, and each call takes one token. */

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

/** @param bucket null for a caller that was not seen for a while @param perMinute calls, 1 or more */
export function takeToken(bucket: Bucket | null, perMinute: number, now: number): Taken {
  const full = { tokens: perMinute, at: now };
  const { tokens, at } = bucket ?? full;
  // If another instance's clock is ahead, this adds and removes nothing.
  const filled = Math.min(perMinute, tokens + (Math.max(0, now - at) * perMinute) / MINUTE);
  const since = Math.max(now, at);
  if (filled >= 1) return { bucket: { tokens: filled - 1, at: since }, retryAfter: null };
  const wait = Math.ceil(((1 - filled) * MINUTE) / perMinute / 1000);
  return { bucket: { tokens: filled, at: since }, retryAfter: Math.max(1, wait) };
}
