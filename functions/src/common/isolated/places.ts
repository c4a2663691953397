/** A process has room for few isolated ones: no caller takes all of it, and whoever has least of it is next. */

interface Waiting {
  caller: string;
  enter: () => void;
}

export class Places {
  readonly #whole: number;
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(whole: number) {
    this.#whole = whole;
    this.#free = whole;
  }

  /** @throws what `work` throws, or the reason of `signal` if it is aborted before the work began */
  async run<T>(
    work: () => Promise<T>,
    { caller, signal }: { caller: string; signal: AbortSignal },
  ): Promise<T> {
    signal.throwIfAborted();
    await this.#enter(caller, signal);
    try {
      return await work();
    } finally {
      this.#free += 1;
      const held = this.#heldBy(caller) - 1;
      if (held > 0) this.#held.set(caller, held);
      else this.#held.delete(caller);
      this.#admit();
    }
  }

  #enter(caller: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        caller,
        enter: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }

  /** Of several places, one is never the same caller's as all others. */
  #mayHave(caller: string): boolean {
    return this.#heldBy(caller) < Math.max(1, this.#whole - 1);
  }

  #admit(): void {
    while (this.#free > 0) {
      const able = this.#waiting.filter(({ caller }) => this.#mayHave(caller));
      const least = Math.min(...able.map(({ caller }) => this.#heldBy(caller)));
      const next = able.find(({ caller }) => this.#heldBy(caller) === least);
      if (!next) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#free -= 1;
      this.#held.set(next.caller, least + 1);
      next.enter();
    }
  }
}
