/**
 * A call that was given up goes on inside the database for a while. Whoever asks again at once adds another to those that
 * made it slow, until it answers nobody.
 */

/** A call that took so long is repeated after this many times as long: the database spends a twentieth of its time on it. */
const TIMES = 20;
/** Milliseconds: what a caller waits at most after a failure, so that it soon sees that the database answers again. */
export const LONGEST_REST = 30_000;

export class Rest {
  readonly #longest: number;
  #until = 0;

  /** @param longest milliseconds */
  constructor(longest = LONGEST_REST) {
    this.#longest = longest;
  }

  /** Milliseconds that are left; 0 if the call may be made now. */
  get left(): number {
    return Math.max(0, this.#until - Date.now());
  }

  /**
   * @param took what the call has taken, milliseconds
   * @param least the rest after a call that took no time
   */
  begin(took: number, least = 0): void {
    this.#until = Date.now() + Math.max(least, Math.min(TIMES * took, this.#longest));
  }

  /** Rests after a failure of the call. A success ends the rest. */
  async afterFailure<T>(call: () => Promise<T>): Promise<T> {
    const began = Date.now();
    try {
      const answer = await call();
      this.#until = 0;
      return answer;
    } catch (error) {
      this.begin(Date.now() - began);
      throw error;
    }
  }
}
