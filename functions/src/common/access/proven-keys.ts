import { LRUCache } from 'lru-cache';
import { HttpError } from '../errors.ts';
import { UnknownKeyLimit } from '../rate/unknown-key-limit.ts';

/** Size of each LRU cache, in keys. */
const MOST_KEYS = 10_000;

/**
 * Milliseconds that a known key is cached. A camera sends many frames a second, but a revoked key must stop working within
 * 5 s (SECURITY.md).
 */
export const PROVEN_FOR = 3_000;

/** Milliseconds that an unknown key is cached. It cannot become a known one: each key is 256 random bits. */
const UNKNOWN_FOR = 30_000;

/** What a live key says. `began`: start of its read, Unix milliseconds. */
export type Proof<Key> = Key & { began: number };

const unknownKeys = new UnknownKeyLimit();

/** Keys of one kind that were read a short while ago. Writes nothing, whatever the caller sent. */
export class ProvenKeys<Key extends object> {
  readonly #find: (keyHash: string) => Promise<Key | null>;
  readonly #proven = new LRUCache<string, Proof<Key>>({ max: MOST_KEYS });
  readonly #unknown = new LRUCache<string, true>({ max: MOST_KEYS, ttl: UNKNOWN_FOR, perf: Date });
  /** Keys that were live once. They do not count towards the limit for unknown keys from one address. */
  readonly #lived = new LRUCache<string, true>({ max: MOST_KEYS });
  /** Pending reads by hash, shared by calls that arrive at the same time. */
  readonly #reading = new Map<string, Promise<Proof<Key> | null>>();

  /** @param find null for an unknown or revoked key */
  constructor(find: (keyHash: string) => Promise<Key | null>) {
    this.#find = find;
  }

  /**
   * @param keyHash hexadecimal SHA-256
   * @param address where the request came from
   * @param holdsLonger whether a proof that is older than `PROVEN_FOR` will do
   * @throws HttpError `unauthorized` for an unknown or revoked key, `rate exceeded`
   */
  async prove(
    keyHash: string,
    address: string,
    holdsLonger: (proof: Proof<Key>, age: number) => boolean = () => false,
  ): Promise<Proof<Key>> {
    const known = this.#proven.get(keyHash);
    if (known && isFresh(known, holdsLonger)) return known;
    if (this.#unknown.has(keyHash)) throw new HttpError('unauthorized');
    const charge = this.#lived.has(keyHash) ? null : unknownKeys.charge(address);
    const proof = await this.#read(keyHash);
    if (proof === null) {
      this.#unknown.set(keyHash, true);
      this.forget(keyHash);
      throw new HttpError('unauthorized');
    }
    charge?.refund();
    this.#proven.set(keyHash, proof);
    this.#lived.set(keyHash, true);
    return proof;
  }

  /** The next call reads it. */
  forget(keyHash: string): void {
    this.#proven.delete(keyHash);
  }

  #read(keyHash: string): Promise<Proof<Key> | null> {
    const began = Date.now();
    const read = async () => {
      const key = await this.#find(keyHash);
      return key && { ...key, began };
    };
    const running = this.#reading.get(keyHash) ?? read().finally(() => this.#reading.delete(keyHash));
    this.#reading.set(keyHash, running);
    return running;
  }
}

function isFresh<Key>(proof: Proof<Key>, holdsLonger: (proof: Proof<Key>, age: number) => boolean): boolean {
  const age = Date.now() - proof.began;
  return age < PROVEN_FOR || holdsLonger(proof, age);
}
