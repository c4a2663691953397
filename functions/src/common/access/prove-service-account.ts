import { LRUCache } from 'lru-cache';
import { access } from '../config.ts';
import { HttpError } from '../errors.ts';
import { UnknownKeyLimit } from '../rate/unknown-key-limit.ts';

/** Addresses that had a role somewhere within this time, in milliseconds. What each may do is judged at the record. */
const known = new LRUCache<string, true>({ max: 10_000, ttl: 60_000, perf: Date });
const unknown = new UnknownKeyLimit();

/**
 * Anybody can make a service account of their own and have Google sign a token for this deployment: one without a role in any
 * dataset is nobody. A role counts at once, so only those that have one are remembered.
 * @param account its address
 * @param address where the request came from
 * @throws HttpError `unauthorized`, `rate exceeded`
 */
export async function proveServiceAccount(account: string, address: string): Promise<void> {
  if (access() === 'open' || known.has(account)) return;
  const charge = unknown.charge(address);
  const { isMember } = await import('../adapters/firestore/people/people.ts');
  if (!(await isMember(account))) throw new HttpError('unauthorized');
  charge.refund();
  known.set(account, true);
}
