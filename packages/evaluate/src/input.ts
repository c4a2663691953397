/** What images and options may say. Everything that is refused is a RangeError. */

/** An object is kept in a word: its burst and four area ranges. */
const MOST_BURSTS = 2 ** 28;

/** How many bursts there are. */
export class Bursts {
  count = 0;

  see(burst: number): void {
    if (!Number.isInteger(burst) || burst < 0 || burst >= MOST_BURSTS)
      throw new RangeError(`bursts are numbered 0, 1, 2 …, not ${burst}`);
    this.count = Math.max(this.count, burst + 1);
  }
}

export function requireShare(value: number, name: string): number {
  if (value >= 0 && value <= 1) return value;
  throw new RangeError(`${name} must be from 0 to 1, not ${value}`);
}

export function requireArea(value: number): number {
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new RangeError(`an area is a number of pixels, not ${value}`);
}

/** The classes of an evaluation, each with its place. */
export class ClassList {
  readonly names: readonly string[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    this.names = [...names];
    this.#places = new Map(names.map((name, place) => [name, place]));
    if (this.#places.size !== names.length) throw new RangeError('a class is named twice');
  }

  place(name: string): number {
    const place = this.#places.get(name);
    if (place === undefined) throw new RangeError(`no class of this evaluation: ${JSON.stringify(name)}`);
    return place;
  }

  /** The place after the last class. */
  get nothing(): number {
    return this.names.length;
  }
}
