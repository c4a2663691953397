import { LRUCache } from 'lru-cache';
import { HttpError } from '../errors.ts';
import { UnknownKeyLimit } from '../rate/unknown-key-limit.ts';
import { ports } from '../wiring.ts';

/** Size of each LRU cache, in keys. */
const MOST_KEYS = 10_000;

/**
 * Milliseconds that a known key is cached. A camera sends many frames a second, but a revoked key must stop working within
 * 5 s (SECURITY.md).
 */
const PROVEN_FOR = 3_000;

/** Milliseconds that an unknown key is cached. It cannot become a known one: each key is 256 random bits. */
const UNKNOWN_FOR = 30_000;

const proven = new LRUCache<string, string>({ max: MOST_KEYS, ttl: PROVEN_FOR });
const unknown = new LRUCache<string, true>({ max: MOST_KEYS, ttl: UNKNOWN_FOR });
/** Keys that were live once. They do not count towards the limit for unknown keys from one address. */
const lived = new LRUCache<string, true>({ max: MOST_KEYS });
/** Pending reads by hash, shared by frames that arrive at the same time. */
const reading = new Map<string, Promise<string | null>>();
const unknownKeys = new UnknownKeyLimit();

/**
 * Returns the monitor of a device key. Writes nothing, whatever the caller sent.
 * @param keyHash hexadecimal SHA-256
 * @param address where the request came from
 * @throws HttpError `unauthorized` for an unknown or revoked key, `rate exceeded`
 */
export async function proveDeviceKey(keyHash: string, address: string): Promise<string> {
  const known = proven.get(keyHash);
  if (known !== undefined) return known;
  if (unknown.has(keyHash)) throw new HttpError('unauthorized');
  const charge = lived.has(keyHash) ? null : unknownKeys.charge(address);
  const monitor = await findMonitor(keyHash);
  if (monitor === null) {
    unknown.set(keyHash, true);
    throw new HttpError('unauthorized');
  }
  charge?.refund();
  proven.set(keyHash, monitor);
  lived.set(keyHash, true);
  return monitor;
}

function findMonitor(keyHash: string): Promise<string | null> {
  const running = reading.get(keyHash) ?? find(keyHash).finally(() => reading.delete(keyHash));
  reading.set(keyHash, running);
  return running;
}

const find = async (keyHash: string): Promise<string | null> => (await ports.deviceKeys()).find(keyHash);
