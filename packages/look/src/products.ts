/** Products of labelled rows, summed up: all that a ridge regression needs of them, however many there are. */
import { factorizing, solve } from './symmetric.ts';
import { type Spread, scaledRow, type Vectors } from './vectors.ts';

/** Rows that are multiplied at once: a block of them stays in the cache. */
const TOGETHER = 32;
/** Values of a row. Wider ones are folded: each value is added to or taken from one of so many, which keeps products nearly as they are. */
const MOST_VALUES = 1100;

/** Rows without the values that do not count, and with the bias. */
export function packer(vectors: Vectors, spread: Spread): { size: number; pack(row: number): Float64Array } {
  const counted = [...spread.scale.keys()].filter((at) => spread.scale[at] !== 0);
  const width = Math.min(MOST_VALUES, counted.length);
  // Even, so that products are made of two by two.
  const size = 2 * Math.ceil((width + 1) / 2);
  const pack = (row: number) => {
    const scaled = scaledRow(vectors, row, spread);
    const packed = new Float64Array(size);
    for (const [place, at] of counted.entries()) {
      const isOdd = Math.floor(place / width) % 2 === 1;
      packed[place % width]! += isOdd ? -scaled[at]! : scaled[at]!;
    }
    packed[width] = 1;
    return packed;
  };
  return { size, pack };
}

export class Products {
  /** Below the diagonal: row by row. */
  readonly #squares: Float64Array;
  /** By class. */
  readonly #goals: Float64Array[];
  readonly #size: number;
  readonly #block: Float64Array;
  #count = 0;
  #sign = 1;

  constructor(size: number, classes: number) {
    this.#size = size;
    this.#squares = new Float64Array(size * size);
    this.#goals = Array.from({ length: classes }, () => new Float64Array(size));
    this.#block = new Float64Array(size * TOGETHER);
  }

  /** @param weight how much the row counts; below 0 it is taken away again */
  add(row: Float64Array, label: number, weight: number): void {
    const sign = Math.sign(weight);
    if (sign !== this.#sign || this.#count === TOGETHER) this.#flush();
    this.#sign = sign;
    const root = Math.sqrt(Math.abs(weight));
    const goal = this.#goals[label]!;
    for (let at = 0; at < this.#size; at++) {
      this.#block[at * TOGETHER + this.#count] = row[at]! * root;
      goal[at]! += row[at]! * weight;
    }
    this.#count++;
  }

  /** The weights of each class that the rows of some sums together teach. It yields where a pause may be made. */
  static *fit(sums: readonly Products[]): Generator<void, Float64Array[]> {
    const [first, ...others] = sums as [Products, ...Products[]];
    for (const each of sums) each.#flush();
    const matrix = first.#squares.slice();
    const goals = first.#goals.map((goal) => goal.slice());
    for (const each of others) {
      addTo(matrix, each.#squares);
      for (const [label, goal] of goals.entries()) addTo(goal, each.#goals[label]!);
      yield;
    }
    for (let at = 0; at < matrix.length; at += first.#size + 1) matrix[at]! += 1;
    yield* factorizing(matrix, first.#size);
    return goals.map((goal) => solve(matrix, goal));
  }

  #flush(): void {
    const [block, squares, size, sign] = [this.#block, this.#squares, this.#size, this.#sign];
    // Of the last block of all, the rows behind its end are of the block before.
    for (let at = 0; at < size; at++) block.fill(0, at * TOGETHER + this.#count, (at + 1) * TOGETHER);
    for (let row = 0; row < size; row += 2)
      for (let column = 0; column <= row; column += 2) {
        const from = row * TOGETHER;
        const to = column * TOGETHER;
        // One by one: lists would be made for each product, which takes eight times as long.
        let a = 0;
        let b = 0;
        let c = 0;
        let d = 0;
        for (let at = 0; at < TOGETHER; at++) {
          const upper = block[from + at]!;
          const lower = block[from + TOGETHER + at]!;
          const left = block[to + at]!;
          const right = block[to + TOGETHER + at]!;
          a += upper * left;
          b += upper * right;
          c += lower * left;
          d += lower * right;
        }
        const place = row * size + column;
        squares[place]! += sign * a;
        squares[place + 1]! += sign * b;
        squares[place + size]! += sign * c;
        squares[place + size + 1]! += sign * d;
      }
    this.#count = 0;
  }
}

function addTo(sums: Float64Array, others: Float64Array): void {
  for (let at = 0; at < sums.length; at++) sums[at]! += others[at]!;
}
