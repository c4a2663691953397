/** Everything that was started, so that a start that fails half-way leaves nothing behind. */
export class Closers {
  readonly #starting: Promise<unknown>[] = [];
  readonly #started: { close(): Promise<void> }[] = [];

  /** Passes the promise on, and remembers what it gives. */
  keep<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const kept = starting.then((started) => {
      this.#started.push(started);
      return started;
    });
    this.#starting.push(kept);
    return kept;
  }

  /** Waits for starts under way, then closes all at once. @throws the first failure, after all were tried */
  async close(): Promise<void> {
    await Promise.allSettled(this.#starting);
    const closed = await Promise.allSettled(this.#started.splice(0).map((each) => each.close()));
    const failed = closed.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
