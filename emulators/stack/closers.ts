/** Collects what was started, so that a failed start leaves nothing running. */
export class Closers {
  readonly #starting: Promise<unknown>[] = [];
  readonly #started: { close(): Promise<void> }[] = [];

  /** Returns the promise and remembers its result. */
  keep<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const kept = starting.then((started) => {
      this.#started.push(started);
      return started;
    });
    this.#starting.push(kept);
    return kept;
  }

  /** Waits for pending starts, then closes everything at once. @throws the first failure, after all were tried */
  async close(): Promise<void> {
    await Promise.allSettled(this.#starting);
    const closed = await Promise.allSettled(this.#started.splice(0).map((each) => each.close()));
    const failed = closed.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
