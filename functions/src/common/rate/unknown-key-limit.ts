import { LRUCache } from 'lru-cache';
import { HttpError } from '../errors.ts';
import { type Bucket, takeToken } from './bucket.ts';

/** Unknown keys that one address may send in a minute. Many cameras behind one address send known ones. */
const PER_MINUTE = 120;
const MOST_ADDRESSES = 10_000;

/**
 * Slows down addresses that send one unknown key after another. Kept in this process's memory, with no document for each.
 */
export class UnknownKeyLimit {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MOST_ADDRESSES });

  /**
   * Called before an unknown key is looked up.
   * @returns gives the token back, if the key turns out to be known
   * @throws HttpError `rate exceeded`
   */
  charge(address: string): { refund(): void } {
    const { bucket, retryAfter } = takeToken(this.#buckets.get(address) ?? null, PER_MINUTE, Date.now());
    this.#buckets.set(address, bucket);
    if (retryAfter !== null) throw new HttpError('rate exceeded', { retryAfter });
    return { refund: () => this.#refund(address) };
  }

  #refund(address: string): void {
    const bucket = this.#buckets.get(address);
    if (bucket) this.#buckets.set(address, { ...bucket, tokens: Math.min(PER_MINUTE, bucket.tokens + 1) });
  }
}
