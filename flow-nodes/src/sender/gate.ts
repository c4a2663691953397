/** Decides when the next attempt may be made; all frames share one backoff. */
import { type RetryPolicy, waitBefore } from '../../../client/src/retry.ts';

type Backoff = Pick<RetryPolicy, 'base' | 'limit'>;

/** Milliseconds between attempts while the service fails. */
export const RETRY: Backoff = { base: 250, limit: 30_000 };
/** Milliseconds between attempts while a person has to change something. */
export const HOLD: Backoff = { base: 5_000, limit: 300_000 };

export interface Trouble {
  /** The service's error message, or why it cannot be reached. */
  reason: string;
  /** Nothing can be sent until a person changes something. */
  isHeld: boolean;
  /** The service accepts frames but limits the rate. */
  isSlowed?: boolean;
}

export class Gate {
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  /** On the clock of this class. */
  #until = 0;
  #trouble: Trouble | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number, random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
  }

  /** Undefined while frames get through. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Attempts fail one after the other. A single failure, for example a lost answer, proves nothing. */
  get isDown(): boolean {
    return this.#failures > 1 || this.#trouble?.isHeld === true;
  }

  /** Milliseconds until the next attempt; 0: now. */
  get wait(): number {
    return Math.max(0, this.#until - this.#now());
  }

  passed(): void {
    // Nothing is sent during a wait: this call began before the failure, and proves nothing about the time after it.
    if (this.wait > 0) return;
    this.#failures = 0;
    this.#trouble = undefined;
  }

  /** @param asked seconds from Retry-After */
  failed(trouble: Trouble, asked?: number): void {
    // Calls that were under way together fail together, which counts once.
    if (this.wait === 0) this.#failures += 1;
    this.#trouble = trouble;
    const policy = trouble.isHeld ? HOLD : RETRY;
    const wait = waitBefore(policy, this.#failures, asked, this.#random());
    this.#until = Math.max(this.#until, this.#now() + wait);
  }
}
