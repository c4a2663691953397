/**
 * The loaded parts of a long list, as ranges without gaps. Items are numbered from the oldest, so that new items at the
 * other end change no number. Pure.
 */

/** Items `start`, `start + 1`, ... */
export interface Range<T> {
  start: number;
  items: readonly T[];
}

const endOf = ({ start, items }: Range<unknown>): number => start + items.length;

export class Ranges<T extends object | number | string> {
  readonly #identify: (item: T) => string;
  readonly #ranges: Range<T>[];

  constructor(identify: (item: T) => string, ranges: Range<T>[] = []) {
    this.#identify = identify;
    this.#ranges = ranges;
  }

  get all(): readonly Range<T>[] {
    return this.#ranges;
  }

  at(number: number): T | undefined {
    const range = this.rangeOf(number);
    return range?.items[number - range.start];
  }

  rangeOf(number: number): Range<T> | undefined {
    return this.#ranges.find((range) => number >= range.start && number < endOf(range));
  }

  /** The number of an item; undefined if it is not loaded. */
  numberOf(id: string): number | undefined {
    for (const { start, items } of this.#ranges) {
      const index = items.findIndex((item) => this.#identify(item) === id);
      if (index >= 0) return start + index;
    }
    return undefined;
  }

  /** Offset of the numbers here from those in `added`, by the newest item that both have; 0 if they have none in common. */
  offsetOf({ start, items }: Range<T>): number {
    for (const [index, item] of [...items.entries()].toReversed()) {
      const number = this.numberOf(this.#identify(item));
      if (number !== undefined) return number - start - index;
    }
    return 0;
  }

  /** Without the ranges that contradict `added`: those with one of its items at another number, or another item at one of its. */
  agreeing(added: Range<T>): Ranges<T> {
    const numbers = new Map(
      added.items.map((item, index) => [this.#identify(item), added.start + index] as const),
    );
    const isInside = (number: number) => number >= added.start && number < endOf(added);
    const agrees = ({ start, items }: Range<T>) =>
      items.every((item, index) => {
        const number = numbers.get(this.#identify(item));
        return number === undefined ? !isInside(start + index) : number === start + index;
      });
    return new Ranges(this.#identify, this.#ranges.filter(agrees));
  }

  /** The range that contains a number, else the nearest range of older items. */
  below(number: number): Range<T> | undefined {
    return this.#ranges.findLast((range) => range.start <= number);
  }

  /** The nearest range of newer items. */
  above(number: number): Range<T> | undefined {
    return this.#ranges.find((range) => range.start > number);
  }

  /** Adds a range. Ranges that touch or overlap are merged; where they overlap, the added items win. */
  with(added: Range<T>): Ranges<T> {
    if (added.items.length === 0) return this;
    const apart = this.#ranges.filter((range) => endOf(range) < added.start || range.start > endOf(added));
    const touching = this.#ranges.filter((range) => !apart.includes(range));
    const start = Math.min(added.start, ...touching.map((range) => range.start));
    const items: T[] = [];
    for (const range of [...touching, added])
      for (const [index, item] of range.items.entries()) items[range.start + index - start] = item;
    const merged = { start, items: this.#once(items) };
    return new Ranges(
      this.#identify,
      [...apart, merged].toSorted((a, b) => a.start - b.start),
    );
  }

  /** An item can appear twice if others arrived between two requests: only the first is kept. */
  #once(items: readonly T[]): T[] {
    const seen = new Set<string>();
    return items.filter((item) => {
      const id = this.#identify(item);
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
  }

  /** Changes each item; null removes it, and all newer items move down by one. */
  map(change: (item: T) => T | null): Ranges<T> {
    let removed = 0;
    const ranges = this.#ranges.map(({ start, items }) => {
      const range = { start: start - removed, items: items.map(change).filter((item) => item !== null) };
      removed += items.length - range.items.length;
      return range;
    });
    return new Ranges(
      this.#identify,
      ranges.filter(({ items }) => items.length > 0),
    );
  }

  /** Renumbers the ranges between two numbers, when there turn out to be more or fewer items below them. */
  shift({ from, to, by }: { from: number; to: number; by: number }): Ranges<T> {
    const moved = this.#ranges.map(({ start, items }) => ({
      start: start >= from && start < to ? start + by : start,
      items,
    }));
    return new Ranges(this.#identify, moved);
  }

  /**
   * Drops items that are far from a number, or from the nearest one to it that is loaded, if more than `most` are loaded, so that
   * scrolling does not fill the memory.
   */
  near(number: number, most: number): Ranges<T> {
    const known = this.#ranges.reduce((sum, { items }) => sum + items.length, 0);
    if (known <= most) return this;
    const nearest = this.#ranges
      .map((range) => Math.min(Math.max(number, range.start), endOf(range)))
      .reduce((best, each) => (Math.abs(each - number) < Math.abs(best - number) ? each : best));
    const [low, high] = [nearest - most / 2, nearest + most / 2];
    const kept = this.#ranges.flatMap(({ start, items }) => {
      const from = Math.max(0, Math.ceil(low) - start);
      const part = items.slice(from, Math.max(from, Math.floor(high) - start));
      return part.length === 0 ? [] : [{ start: start + from, items: part }];
    });
    return new Ranges(this.#identify, kept);
  }
}
