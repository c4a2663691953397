interface Waiting {
  weight: number;
  enter: () => void;
}

/** How one task uses a semaphore. */
export interface Passage {
  /** Share of the capacity, 1 by default. A task heavier than the capacity runs alone. */
  weight?: number;
  /** When aborted, a waiting task gives up its place in the queue. */
  signal?: AbortSignal | undefined;
}

/** A semaphore with weights. Tasks that do not fit wait in the order in which they came. */
export class Semaphore {
  readonly #whole: number;
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(whole: number) {
    this.#whole = whole;
    this.#free = whole;
  }

  /** @throws what `work` throws, or the reason of `signal` if it is aborted before the work began */
  async run<T>(work: () => Promise<T>, { weight = 1, signal }: Passage = {}): Promise<T> {
    signal?.throwIfAborted();
    const taken = Math.min(weight, this.#whole);
    // Nobody overtakes the queue: a heavy task would wait forever.
    if (this.#waiting.length === 0 && taken <= this.#free) this.#free -= taken;
    else await this.#wait(taken, signal);
    try {
      return await work();
    } finally {
      this.#free += taken;
      this.#admit();
    }
  }

  #wait(weight: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason as Error);
        this.#admit();
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { weight, enter };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Starts the first tasks of the queue that fit. Their weight is taken here, so that nobody slips in between. */
  #admit(): void {
    for (let next = this.#waiting[0]; next && next.weight <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.weight;
      next.enter();
    }
  }
}
