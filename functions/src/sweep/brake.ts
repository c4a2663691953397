/** Fewer are believed in any case: a small dataset may be broken as a whole. */
const FEW = 10;

/**
 * Where most of what is seen looks left over, it is more likely that records and objects of two projects are compared
 * than that so many were lost. Taking them away would take everything away.
 */
export class Brake {
  readonly #isOff: boolean;
  readonly #what: string;
  #found = 0;
  seen = 0;

  constructor(what: string, isOff: boolean) {
    this.#what = what;
    this.#isOff = isOff;
  }

  /** @throws when more than half of what was seen so far, and no few, would be removed */
  add(found: number): void {
    this.#found += found;
    if (this.#isOff || this.#found < FEW || this.#found * 2 <= this.seen) return;
    throw new Error(
      `${this.#found} of ${this.seen} ${this.#what}: are bucket and database of the same project? ` +
        'Nothing of these was changed. --force removes them all the same.',
    );
  }
}
