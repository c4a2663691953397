/**
 * Files of frames that the service has taken or refused. One that cannot leave the queue, as on a disk that became read-only,
 * is tried again; its frame is not sent again.
 */

/** Milliseconds between attempts. */
const AGAIN = 10_000;

/** Takes the file out of the queue. */
type Leave = () => Promise<void>;

export class Finished {
  readonly #now: () => number;
  readonly #onProblem: (problem: Error) => void;
  #left: Leave[] = [];
  #due = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number, onProblem: (problem: Error) => void) {
    this.#now = now;
    this.#onProblem = onProblem;
  }

  /** Never rejects. */
  async finish(leave: Leave): Promise<void> {
    try {
      await leave();
    } catch (error) {
      // Many files of one disk fail together, which is said once.
      if (this.#left.length === 0) {
        this.#due = this.#now() + AGAIN;
        this.#onProblem(error as Error);
      }
      this.#left.push(leave);
    }
  }

  /** Tries again those that are left, if it is time. */
  async retry(): Promise<void> {
    if (this.#left.length === 0 || this.#now() < this.#due) return;
    for (let leave = this.#left.shift(); leave; leave = this.#left.shift()) {
      const isGone = await leave().then(
        () => true,
        () => false,
      );
      if (isGone) continue;
      // Behind the others, which may be fine.
      this.#left.push(leave);
      this.#due = this.#now() + AGAIN;
      return;
    }
  }
}
