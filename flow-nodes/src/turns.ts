/** Pieces of work that happen one after the other, in the order in which they were asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** @returns what `work` returns; its failure does not keep the next from its turn */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when what was asked for before is done. Never rejects. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
