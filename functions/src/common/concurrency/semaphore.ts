interface Waiting {
  weight: number;
  enter: () => void;
}

/** How one task uses a semaphore. */
export interface Passage {
  /** Part of the capacity, 1 by default. A task heavier than the capacity runs alone. */
  weight?: number;
  /** When aborted, a waiting task gives up its place in the queue. */
  signal?: AbortSignal | undefined;
  /** On whose behalf it runs: each has a queue of its own, and they take turns. */
  share?: string;
}

/**
 * A semaphore with weights, fair by share: of those who wait, nobody has a second turn before the others. Tasks of one share begin in the
 * order in which they came.
 */
export class Semaphore {
  readonly #whole: number;
  readonly #spared: number;
  #free: number;
  readonly #held = new Map<string, number>();
  /** In the order of their turns; none is empty. */
  readonly #queues = new Map<string, Waiting[]>();

  /** @param spared of the capacity: no share has it besides the rest, so that one whose tasks hang leaves it to others */
  constructor(whole: number, spared = 0) {
    this.#whole = whole;
    this.#spared = spared;
    this.#free = whole;
  }

  /** @throws what `work` throws, or the reason of `signal` if it is aborted before the work began */
  async run<T>(work: () => Promise<T>, { weight = 1, signal, share = '' }: Passage = {}): Promise<T> {
    signal?.throwIfAborted();
    const taken = Math.min(weight, this.#whole);
    await this.#enter(taken, share, signal);
    try {
      return await work();
    } finally {
      this.#free += taken;
      const rest = this.#heldBy(share) - taken;
      if (rest > 0) this.#held.set(share, rest);
      else this.#held.delete(share);
      this.#admit();
    }
  }

  #enter(weight: number, share: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(waiting, share);
        reject(signal?.reason as Error);
        this.#admit();
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { weight, enter };
      const queue = this.#queues.get(share);
      if (queue) queue.push(waiting);
      else this.#queues.set(share, [waiting]);
      signal?.addEventListener('abort', leave, { once: true });
      this.#admit();
    });
  }

  #remove(waiting: Waiting, share: string): void {
    const queue = this.#queues.get(share) ?? [];
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.#queues.delete(share);
  }

  #heldBy(share: string): number {
    return this.#held.get(share) ?? 0;
  }

  /** Whoever has nothing may have anything: a heavy task would wait forever. */
  #mayHave(share: string, weight: number): boolean {
    const held = this.#heldBy(share);
    return held === 0 || held + weight <= this.#whole - this.#spared;
  }

  /** Whose turn it is: those who have all they may have are passed over. */
  #next(): [string, Waiting] | undefined {
    for (const [share, [first]] of this.#queues)
      if (first && this.#mayHave(share, first.weight)) return [share, first];
    return undefined;
  }

  /**
   * Starts those whose turn it is while they fit; nobody overtakes one that does not, or a heavy task would wait forever. Their weight
   * is taken here, so that nobody slips in between.
   */
  #admit(): void {
    for (let next = this.#next(); next && next[1].weight <= this.#free; next = this.#next()) {
      const [share, waiting] = next;
      const [, ...others] = this.#queues.get(share) ?? [];
      this.#queues.delete(share);
      if (others.length > 0) this.#queues.set(share, others);
      this.#free -= waiting.weight;
      this.#held.set(share, this.#heldBy(share) + waiting.weight);
      waiting.enter();
    }
  }
}
