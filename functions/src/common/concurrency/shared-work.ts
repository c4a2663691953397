/** Work that several callers wait for is done once, and ends early when the last of them is gone. */
interface Underway<T> {
  work: Promise<T>;
  waiting: number;
  gone: AbortController;
}

export class SharedWork<T> {
  readonly #underway = new Map<string, Underway<T>>();

  /**
   * @param begin called unless the same work is under way. Its signal is aborted once nobody waits any more
   * @throws what the work throws, or the reason of `signal`
   */
  async join(key: string, begin: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const shared = this.#underway.get(key) ?? this.#begin(key, begin);
    shared.waiting += 1;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal.reason as Error);
        shared.waiting -= 1;
        if (shared.waiting > 0) return;
        this.#forget(key, shared);
        shared.gone.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([shared.work, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, begin: (signal: AbortSignal) => Promise<T>): Underway<T> {
    const gone = new AbortController();
    const shared = { work: begin(gone.signal), waiting: 0, gone };
    this.#underway.set(key, shared);
    const forget = () => this.#forget(key, shared);
    shared.work.then(forget, forget);
    return shared;
  }

  #forget(key: string, shared: Underway<T>): void {
    if (this.#underway.get(key) === shared) this.#underway.delete(key);
  }
}
