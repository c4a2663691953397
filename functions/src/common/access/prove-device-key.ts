import { LRUCache } from 'lru-cache';
import { HttpError } from '../errors.ts';
import { UnknownKeyLimit } from '../rate/unknown-key-limit.ts';
import type { LiveKey } from '../records/key-ports.ts';
import { ports } from '../wiring.ts';

/** Size of each LRU cache, in keys. */
const MOST_KEYS = 10_000;

/**
 * Milliseconds that a known key is cached. A camera sends many frames a second, but a revoked key must stop working within
 * 5 s (SECURITY.md).
 */
const PROVEN_FOR = 3_000;
/** The same where the route compares the monitor's `keyRevision`, which changes with each revocation. */
const PROVEN_WITH_MONITOR = 60_000;

/** Milliseconds that an unknown key is cached. It cannot become a known one: each key is 256 random bits. */
const UNKNOWN_FOR = 30_000;

interface Proof extends LiveKey {
  /** Start of the read, Unix milliseconds. */
  began: number;
  /** The monitor's revision, read before the key was; null if none was known. */
  revision: number | null;
}

const proven = new LRUCache<string, Proof>({ max: MOST_KEYS });
const unknown = new LRUCache<string, true>({ max: MOST_KEYS, ttl: UNKNOWN_FOR, perf: Date });
/** Keys that were live once. They do not count towards the limit for unknown keys from one address. */
const lived = new LRUCache<string, true>({ max: MOST_KEYS });
/** Pending reads by hash, shared by frames that arrive at the same time. */
const reading = new Map<string, Promise<Proof | null>>();
const unknownKeys = new UnknownKeyLimit();
/** By monitor: its latest revision, and how many events of this module had happened by then. */
const revisions = new LRUCache<string, { revision: number; order: number }>({ max: MOST_KEYS });
let events = 0;

export interface Proven extends LiveKey {
  /**
   * Only for a proof that is older than `PROVEN_FOR`: it holds if the monitor's revision, as read within the last seconds, is
   * this one.
   */
  revision?: number;
}

/**
 * Returns the monitor and the holder of a device key. Writes nothing, whatever the caller sent.
 * @param keyHash hexadecimal SHA-256
 * @param address where the request came from
 * @param isCompared the route compares the monitor's revision
 * @throws HttpError `unauthorized` for an unknown or revoked key, `rate exceeded`
 */
export async function proveDeviceKey(keyHash: string, address: string, isCompared: boolean): Promise<Proven> {
  const known = recall(keyHash, isCompared);
  if (known !== null) return known;
  if (unknown.has(keyHash)) throw new HttpError('unauthorized');
  const charge = lived.has(keyHash) ? null : unknownKeys.charge(address);
  const proof = await findProof(keyHash);
  if (proof === null) {
    unknown.set(keyHash, true);
    proven.delete(keyHash);
    throw new HttpError('unauthorized');
  }
  charge?.refund();
  proven.set(keyHash, proof);
  lived.set(keyHash, true);
  return { monitor: proof.monitor, holder: proof.holder };
}

/**
 * Reads a key that was live a moment ago, before it is refused: somebody else may have taken it over. No address is charged.
 * @throws HttpError `unauthorized`
 */
export function proveAnew(keyHash: string): Promise<LiveKey> {
  proven.delete(keyHash);
  return proveDeviceKey(keyHash, '', false);
}

/** Called with each monitor that was read for a caller with a device key. */
export function noteKeyRevision(monitor: string, revision: number): void {
  events += 1;
  revisions.set(monitor, { revision, order: events });
}

function recall(keyHash: string, isCompared: boolean): Proven | null {
  const known = proven.get(keyHash);
  if (!known) return null;
  const { monitor, holder, began, revision } = known;
  const age = Date.now() - began;
  if (age < PROVEN_FOR) return { monitor, holder };
  return isCompared && revision !== null && age < PROVEN_WITH_MONITOR ? { monitor, holder, revision } : null;
}

function findProof(keyHash: string): Promise<Proof | null> {
  const running = reading.get(keyHash) ?? find(keyHash).finally(() => reading.delete(keyHash));
  reading.set(keyHash, running);
  return running;
}

async function find(keyHash: string): Promise<Proof | null> {
  events += 1;
  const order = events;
  const began = Date.now();
  const key = await (await ports.deviceKeys()).find(keyHash);
  if (key === null) return null;
  // A revision that was read after the key could already include its revocation.
  const known = revisions.get(key.monitor);
  return { ...key, began, revision: known && known.order < order ? known.revision : null };
}
