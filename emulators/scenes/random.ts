/** A small seeded generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  #state: [number, number, number, number];

  /** @param seed any number; only its lower 32 bits count. */
  constructor(seed: number, stream = 0) {
    this.#state = [seed | 0, (seed ^ 0x9e3779b9) | 0, (stream ^ 0x243f6a88) | 0, 1];
    for (let turn = 0; turn < 15; turn += 1) this.next();
  }

  /** 0 (included) to 1 (excluded). */
  next(): number {
    let [a, b, c, d] = this.#state;
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    this.#state = [a, b, c, d];
    return (sum >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T;
  }

  /** Roughly normal, mean 0, standard deviation 1: the sum of four uniforms is close enough for camera noise. */
  bell(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.732;
  }
}
