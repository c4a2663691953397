/**
 * Label Studio's run lengths of a brush (`@thi.ng/rle-pack`): bits that unpack to the red, green, blue and alpha values of all
 * pixels, row by row. A pixel is inside where its alpha value is not 0.
 */

/** Runs of pixels outside and inside in turn, beginning outside; null for bits that are damaged or of another size. */
export function brushRuns(bytes: readonly number[], pixels: number): number[] | null {
  const bits = new Bits(bytes);
  const total = bits.take(32);
  const wordSize = bits.take(5) + 1;
  const sizes = [bits, bits, bits, bits].map((each) => each.take(4) + 1);
  if (total !== 4 * pixels) return null;
  const runs = new Runs();
  for (let at = 0; at < total; ) {
    const isRepeated = bits.take(1) === 1;
    const end = at + 1 + bits.take(sizes[bits.take(2)] as number);
    if (end > total || bits.isOver) return null;
    if (isRepeated) runs.add(alphaValues(end) - alphaValues(at), bits.take(wordSize) > 0);
    else
      for (let each = at; each < end; each += 1) {
        const isInside = bits.take(wordSize) > 0;
        if (each % 4 === 3) runs.add(1, isInside);
      }
    at = end;
  }
  return bits.isOver ? null : runs.lengths;
}

/** How many of the first values are of alpha: each fourth. */
const alphaValues = (count: number): number => Math.floor(count / 4);

class Runs {
  readonly lengths = [0];

  add(length: number, isInside: boolean): void {
    if ((this.lengths.length % 2 === 0) === isInside) this.lengths[this.lengths.length - 1]! += length;
    else if (length > 0) this.lengths.push(length);
  }
}

class Bits {
  readonly #bytes: readonly number[];
  #at = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  /** Whether more was taken than there is. */
  get isOver(): boolean {
    return this.#at > 8 * this.#bytes.length;
  }

  /** The next bits as a number. */
  take(count: number): number {
    let value = 0;
    for (let end = this.#at + count; this.#at < end; this.#at += 1)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }
}
