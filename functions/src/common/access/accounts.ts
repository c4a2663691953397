import { LRUCache } from 'lru-cache';
import { HttpError } from '../errors.ts';

export interface Account {
  /** Disabled or deleted. */
  isGone: boolean;
  /** Unix milliseconds; sign-ins before this time were revoked. */
  validSince: number;
}

/** Milliseconds. A disabled or deleted account is refused within a minute (SECURITY.md), so this is half of that. */
const KNOWN_FOR = 30_000;
/** Size of the LRU cache, in accounts. */
const MOST = 10_000;

/**
 * Checks that the account behind an ID token still exists and is enabled. A token alone stays valid for an hour, whatever
 * happens to its account. Simultaneous calls of one person share one lookup.
 */
export class Accounts {
  readonly #known: LRUCache<string, Account>;

  /** @param find throws if it cannot find out; the caller is then refused, and nothing is cached */
  constructor(find: (uid: string) => Promise<Account>) {
    this.#known = new LRUCache({ max: MOST, ttl: KNOWN_FOR, perf: Date, fetchMethod: (uid) => find(uid) });
  }

  /**
   * @param signedIn Unix milliseconds of the sign-in that produced the token
   * @throws HttpError `unauthorized`, and whatever the lookup throws
   */
  async requireActive(uid: string, signedIn: number): Promise<void> {
    const account = await this.#known.fetch(uid);
    if (!account || account.isGone || signedIn < account.validSince) throw new HttpError('unauthorized');
  }
}
