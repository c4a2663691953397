/** Lets so many pieces of work run at once; the others wait in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Handed over, so that nobody who comes just now slips in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
