/** Runs pieces of work one after the other, in the order in which they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @returns what `work` returns; if it fails, the next one runs nevertheless */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when everything that was added before is done. Never rejects. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
