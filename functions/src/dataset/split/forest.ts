import { discard, newIntegers } from './lists.ts';

/** Union-find over the numbers 0 to count - 1, with the size of each set: 4 bytes a number. */
export class Forest {
  /** The parent of a number; for a representative, the size of its set as a negative number. */
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = newIntegers(count).fill(-1);
  }

  get length(): number {
    return this.#parents.length;
  }

  copy(): Forest {
    const copy = new Forest(this.length);
    copy.#parents.set(this.#parents);
    return copy;
  }

  /** Gives its memory back: it must not be used any more. */
  release(): void {
    discard(this.#parents);
  }

  /** The representative of the set that the number is in. */
  find(index: number): number {
    const parents = this.#parents;
    let at = index;
    for (let parent = parents[at]!; parent >= 0; parent = parents[at]!) {
      const next = parents[parent]!;
      if (next >= 0) parents[at] = next;
      at = parent;
    }
    return at;
  }

  size(index: number): number {
    return -this.#parents[this.find(index)]!;
  }

  unite(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first === second) return;
    const size = this.#parents[first]! + this.#parents[second]!;
    const [small, large] = this.#parents[first]! > this.#parents[second]! ? [first, second] : [second, first];
    this.#parents[small] = large;
    this.#parents[large] = size;
  }
}
