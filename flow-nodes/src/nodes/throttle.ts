/** Calls `work` soon after a note, but at most once in so many milliseconds. */
export class Throttle {
  readonly #milliseconds: number;
  readonly #work: () => void;
  /** Of `performance.now()`, a monotonic clock. */
  #last = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(milliseconds: number, work: () => void) {
    this.#milliseconds = milliseconds;
    this.#work = work;
  }

  note(): void {
    if (this.#timer || this.#isStopped) return;
    const wait = Math.max(0, this.#last + this.#milliseconds - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.#work();
    }, wait);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
