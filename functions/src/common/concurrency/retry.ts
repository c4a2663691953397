/** The one retry policy for all calls of other services. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../foreign-errors.ts';
import { describeError, log } from '../log.ts';

/** Milliseconds before the second, third and fourth attempt, with jitter: half of it to all of it. */
const PAUSES = [200, 1000, 4000];
/** Milliseconds after which no further attempt starts. */
const PATIENCE = 20_000;

interface Limits {
  /** Name for the log; without it retries are not logged. */
  what?: string;
  /** Unix milliseconds: no attempt starts later. Default: 20 seconds from now. */
  until?: number;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** Whether a retry may help. Default: the code says that the error is temporary. */
  isWorthIt?: (error: unknown) => boolean;
}

/** The attempts of one task. */
export class Attempts {
  #failed = 0;
  readonly #limits: Limits;
  readonly #until: number;

  constructor(limits: Limits = {}) {
    this.#limits = limits;
    this.#until = limits.until ?? Date.now() + PATIENCE;
  }

  /** Waits before the next attempt. @throws the error itself if there is to be none */
  async failed(error: unknown): Promise<void> {
    const { signal, isWorthIt = isTransient } = this.#limits;
    const longest = PAUSES[this.#failed] ?? Number.POSITIVE_INFINITY;
    const pause = longest * (0.5 + Math.random() / 2);
    if (signal?.aborted || Date.now() + pause >= this.#until || !isWorthIt(error)) throw error;
    this.#failed += 1;
    if (this.#limits.what)
      log('WARNING', `${this.#limits.what} tried again`, { reason: describeError(error) });
    await sleep(pause, undefined, { signal });
  }
}

/** @throws the last error */
export async function retry<T>(work: () => Promise<T>, limits: Limits = {}): Promise<T> {
  const attempts = new Attempts(limits);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await attempts.failed(error);
    }
  }
}

/**
 * Backoff after a lost race for a document, so that the others finish first.
 * @param lost races so far, 0 or more @param first most milliseconds of the first wait
 */
export const afterLostRace = (lost: number, first: number, most = Number.POSITIVE_INFINITY): Promise<void> =>
  sleep(Math.random() * Math.min(most, first * 2 ** lost));
