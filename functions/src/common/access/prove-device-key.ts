import { LRUCache } from 'lru-cache';
import type { LiveKey } from '../records/key-ports.ts';
import { PROVEN_FOR, ProvenKeys } from './proven-keys.ts';

/** Milliseconds that a known key is cached where the route compares the monitor's `keyRevision`, which changes with each revocation. */
const PROVEN_WITH_MONITOR = 60_000;
/** Size of the LRU cache, in monitors. */
const MOST_MONITORS = 10_000;

interface ReadKey extends LiveKey {
  /** The monitor's revision, read before the key was; null if none was known. */
  revision: number | null;
}

const keys = new ProvenKeys<ReadKey>(find);
/** By monitor: its latest revision, and how many events of this module had happened by then. */
const revisions = new LRUCache<string, { revision: number; order: number }>({ max: MOST_MONITORS });
let events = 0;

export interface Proven extends LiveKey {
  /**
   * Only for a proof that is older than `PROVEN_FOR`: it holds if the monitor's revision, as read within the last seconds, is
   * this one.
   */
  revision?: number;
}

/**
 * Returns the monitor and the holder of a device key.
 * @param keyHash hexadecimal SHA-256
 * @param address where the request came from
 * @param isCompared the route compares the monitor's revision
 * @throws HttpError `unauthorized` for an unknown or revoked key, `rate exceeded`
 */
export async function proveDeviceKey(keyHash: string, address: string, isCompared: boolean): Promise<Proven> {
  const { monitor, holder, began, revision } = await keys.prove(
    keyHash,
    address,
    (proof, age) => isCompared && proof.revision !== null && age < PROVEN_WITH_MONITOR,
  );
  const isOld = Date.now() - began >= PROVEN_FOR;
  return { monitor, holder, ...(isOld && revision !== null && { revision }) };
}

/**
 * Reads a key that was live a moment ago, before it is refused: somebody else may have taken it over. No address is charged.
 * @throws HttpError `unauthorized`
 */
export function proveAnew(keyHash: string): Promise<LiveKey> {
  keys.forget(keyHash);
  return proveDeviceKey(keyHash, '', false);
}

/** Called with each monitor that was read for a caller with a device key. */
export function noteKeyRevision(monitor: string, revision: number): void {
  events += 1;
  revisions.set(monitor, { revision, order: events });
}

async function find(keyHash: string): Promise<ReadKey | null> {
  events += 1;
  const order = events;
  const { deviceKeys } = await import('../adapters/firestore/people/live-keys.ts');
  const key = await deviceKeys.find(keyHash);
  if (key === null) return null;
  // A revision that was read after the key could already include its revocation.
  const known = revisions.get(key.monitor);
  return { ...key, revision: known && known.order < order ? known.revision : null };
}
