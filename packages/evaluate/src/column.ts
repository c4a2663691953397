/** A list of numbers that grows, without an object for each. */
export class Column<Values extends Float64Array | Uint32Array> {
  #values: Values;
  #length = 0;
  readonly #make: (length: number) => Values;

  constructor(make: (length: number) => Values) {
    this.#make = make;
    this.#values = make(0);
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#make(Math.max(16, 2 * this.#length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** What has been pushed so far. */
  get values(): Values {
    return this.#values.subarray(0, this.#length) as Values;
  }
}

export const decimals = (): Column<Float64Array> => new Column((length) => new Float64Array(length));
export const wholes = (): Column<Uint32Array> => new Column((length) => new Uint32Array(length));

/** Places of scores, highest first; of equal scores the one that was added first. */
export function placesByScore(scores: Float64Array): Uint32Array {
  const places = new Uint32Array(scores.length).map((_, at) => at);
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b);
}
