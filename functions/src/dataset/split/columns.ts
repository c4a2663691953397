/** Lists that grow, of a few bytes an image: JavaScript objects take hundreds. */
import { discard, type List, newBytes, newIndexes, newNumbers } from './lists.ts';

/** Items of a chunk are 2 to the power of this. Chunks let a list grow without a copy, and without room that stays empty. */
const BITS = 15;
const LENGTH = 1 << BITS;
const REST = LENGTH - 1;

/** Numbers of one kind: 1 byte each, 4 (whole, from 0) or 8 (any). */
export class Column {
  readonly #make: (length: number) => List;
  #chunks: List[] = [];
  #length = 0;

  constructor(bytes: 1 | 4 | 8) {
    this.#make = { 1: newBytes, 4: newIndexes, 8: newNumbers }[bytes];
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if ((this.#length & REST) === 0) this.#chunks.push(this.#make(LENGTH));
    this.set(this.#length++, value);
  }

  at(index: number): number {
    return this.#chunks[index >>> BITS]![index & REST]!;
  }

  set(index: number, value: number): void {
    this.#chunks[index >>> BITS]![index & REST] = value;
  }

  release(): void {
    discard(...this.#chunks);
    this.#chunks = [];
    this.#length = 0;
  }
}

/** Texts that are different nearly everywhere: 4 bytes each, and those of their UTF-8. */
export class TextColumn {
  readonly #chunks: { bytes: Buffer; ends: Uint32Array }[] = [];
  #open: string[] = [];

  push(text: string): void {
    this.#open.push(text);
    if (this.#open.length < LENGTH) return;
    const ends = new Uint32Array(LENGTH);
    let end = 0;
    for (const [index, each] of this.#open.entries()) ends[index] = end += Buffer.byteLength(each);
    this.#chunks.push({ bytes: Buffer.from(this.#open.join('')), ends });
    this.#open = [];
  }

  at(index: number): string {
    const chunk = this.#chunks[index >>> BITS];
    const at = index & REST;
    if (!chunk) return this.#open[at]!;
    return chunk.bytes.toString('utf8', at === 0 ? 0 : chunk.ends[at - 1], chunk.ends[at]);
  }
}

/** Gives equal texts one number, from 0. */
export class Dictionary<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(make()) - 1;
  }
}
