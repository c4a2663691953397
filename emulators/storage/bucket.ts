import type { StoredObject } from './object.ts';

/** The objects of one bucket, by name and in the service's order. */
export class Bucket {
  readonly id: string;
  readonly #objects = new Map<string, StoredObject>();
  readonly #names: string[] = [];

  constructor(id: string) {
    this.id = id;
  }

  get size(): number {
    return this.#names.length;
  }

  find(name: string): StoredObject | undefined {
    return this.#objects.get(name);
  }

  put(object: StoredObject): void {
    if (!this.#objects.has(object.name)) this.#names.splice(this.#place(object.name), 0, object.name);
    this.#objects.set(object.name, object);
  }

  remove(name: string): void {
    if (this.#objects.delete(name)) this.#names.splice(this.#place(name), 1);
  }

  /** All objects from this name on, in order. */
  *from(first: string): Generator<StoredObject> {
    for (let at = this.#place(first); at < this.#names.length; at++) {
      yield this.#objects.get(this.#names[at]!)!;
    }
  }

  /** Index of the first name that is not before `name`. */
  #place(name: string): number {
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareNames(this.#names[middle]!, name) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Order of the UTF-8 bytes; plain `<` differs between surrogate pairs and characters from U+E000. */
export function compareNames(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === end) return a.length - b.length;
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
