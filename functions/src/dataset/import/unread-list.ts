import type { Unread } from '../../../../packages/records/src/import.ts';

/** Entries that answers and records show. */
const MOST_SHOWN = 100;
/** Characters of a path that are shown. */
const LONGEST = 300;

/** Counts what cannot be read, and keeps the first entries. */
export class UnreadList {
  #count: number;
  readonly #items: Unread[];

  constructor(first: readonly Unread[] = [], count = first.length) {
    this.#count = count;
    this.#items = first.slice(0, MOST_SHOWN).map(short);
  }

  add(unread: Unread): void {
    this.#count += 1;
    if (this.#items.length < MOST_SHOWN) this.#items.push(short(unread));
  }

  shown(): { count: number; items: Unread[] } {
    return { count: this.#count, items: [...this.#items] };
  }
}

const short = ({ path, reason }: Unread): Unread => ({
  path: path.toWellFormed().slice(0, LONGEST).toWellFormed(),
  reason,
});
