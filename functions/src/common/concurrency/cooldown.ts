/**
 * A call that was given up goes on inside the database for a while. An immediate retry adds to the load that made it slow,
 * until the database answers nobody.
 */
import { type Clock, systemClock } from './clock.ts';

/** Cooldown as a multiple of the failed call's duration: the database spends a twentieth of its time on such calls. */
const TIMES = 20;
/** Milliseconds: the longest cooldown after a failure, so that callers soon see that the database answers again. */
const LONGEST_COOLDOWN = 30_000;

export class Cooldown {
  readonly #longest: number;
  readonly #clock: Clock;
  #until = 0;

  /** @param longest milliseconds */
  constructor(longest = LONGEST_COOLDOWN, clock = systemClock) {
    this.#longest = longest;
    this.#clock = clock;
  }

  /** Milliseconds that are left; 0 if the call may be made now. */
  get left(): number {
    return Math.max(0, this.#until - this.#clock.now());
  }

  /**
   * @param took duration of the call, milliseconds
   * @param least the cooldown after a call that took no time
   */
  begin(took: number, least = 0): void {
    this.#until = this.#clock.now() + Math.max(least, Math.min(TIMES * took, this.#longest));
  }

  /** Makes the call. A failure begins a cooldown, and a success ends it. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const began = this.#clock.now();
    try {
      const answer = await call();
      this.#until = 0;
      return answer;
    } catch (error) {
      this.begin(this.#clock.now() - began);
      throw error;
    }
  }
}
