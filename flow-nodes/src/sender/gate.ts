/** When the next attempt may be made: backoff of all frames together. */
import { type RetryPolicy, waitBefore } from '../../../client/src/retry.ts';

/** Milliseconds between attempts while the service fails, and while a person has to change something. */
export const RETRY = { base: 250, limit: 30_000 };
export const HOLD = { base: 5_000, limit: 300_000 };

export interface Trouble {
  /** The service's sentence, or why it cannot be reached. */
  reason: string;
  /** Nothing can be sent until a person changes something. */
  isHeld: boolean;
  /** The service takes frames, but no more of them a minute. */
  isSlowed?: boolean;
}

export class Gate {
  readonly #now: () => number;
  readonly #chance: () => number;
  #failures = 0;
  /** On the clock of this class. */
  #until = 0;
  #trouble: Trouble | undefined;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(now: () => number, chance: () => number = Math.random) {
    this.#now = now;
    this.#chance = chance;
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
    this.#failures = 0;
    this.#trouble = undefined;
  }

  /** @param asked seconds from Retry-After */
  failed(trouble: Trouble, asked?: number): void {
    // Calls that were under way together fail together, which counts once.
    if (this.wait === 0) this.#failures += 1;
    this.#trouble = trouble;
    const policy = trouble.isHeld ? HOLD : RETRY;
    const wait = backoff(policy, this.#failures, asked, this.#chance());
    this.#until = Math.max(this.#until, this.#now() + wait);
  }
}

/** Milliseconds, with jitter. */
export const backoff = (
  policy: Pick<RetryPolicy, 'base' | 'limit'>,
  failures: number,
  asked = 0,
  chance = Math.random(),
): number => waitBefore({ attempts: 0, timeout: 0, ...policy }, failures, asked, chance);
