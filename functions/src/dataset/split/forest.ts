/** Union-find over the numbers 0 to count - 1, with the size of each set. */
export class Forest {
  readonly #parents: Int32Array;
  readonly #sizes: Int32Array;

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, index) => index);
    this.#sizes = new Int32Array(count).fill(1);
  }

  /** The representative of the set that the number is in. */
  find(index: number): number {
    let at = index;
    while (this.#parents[at] !== at) {
      this.#parents[at] = this.#parents[this.#parents[at]!]!;
      at = this.#parents[at]!;
    }
    return at;
  }

  size(index: number): number {
    return this.#sizes[this.find(index)]!;
  }

  unite(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first === second) return;
    const [small, large] = this.#sizes[first]! < this.#sizes[second]! ? [first, second] : [second, first];
    this.#parents[small] = large;
    this.#sizes[large]! += this.#sizes[small]!;
  }
}
