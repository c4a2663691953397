/** A queue that gives the commit with the latest date first; of equal dates the one added first. */
export class YoungestFirst {
  readonly #times: readonly number[];
  readonly #heap: { number: number; added: number }[] = [];
  #added = 0;

  /** @param times dates by commit number. */
  constructor(times: readonly number[]) {
    this.#times = times;
  }

  add(number: number): void {
    this.#heap.push({ number, added: this.#added++ });
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  take(): number | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first.number;
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let best = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#heap.length && this.#isBefore(child, best)) best = child;
      if (best === at) return;
      this.#swap(at, best);
      at = best;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const left = this.#heap[a];
    const right = this.#heap[b];
    if (left === undefined || right === undefined) return false;
    const age = (this.#times[left.number] ?? 0) - (this.#times[right.number] ?? 0);
    return age !== 0 ? age > 0 : left.added < right.added;
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a];
    const other = this.#heap[b];
    if (held === undefined || other === undefined) return;
    this.#heap[a] = other;
    this.#heap[b] = held;
  }
}
