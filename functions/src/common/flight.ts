/** Counts calls under way by key, so that the last one knows that nobody comes after it. */
export class Flight {
  readonly #under = new Map<string, number>();

  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#under.set(key, this.count(key) + 1);
    try {
      return await work();
    } finally {
      const rest = this.count(key) - 1;
      if (rest > 0) this.#under.set(key, rest);
      else this.#under.delete(key);
    }
  }

  /** Calls under way, the caller's own included when it is. */
  count(key: string): number {
    return this.#under.get(key) ?? 0;
  }
}
