/** This many leftovers are always accepted: a small dataset may be broken completely. */
const FEW = 10;

/**
 * If most of what is seen looks left over, the records and objects probably belong to two different projects. Deleting the
 * leftovers would delete everything.
 */
export class SafetyLimit {
  readonly #isOff: boolean;
  readonly #what: string;
  #found = 0;
  seen = 0;

  constructor(what: string, isOff: boolean) {
    this.#what = what;
    this.#isOff = isOff;
  }

  /** @throws if more than half of what was seen so far, and more than the minimum, would be deleted */
  add(found: number): void {
    this.#found += found;
    if (this.#isOff || this.#found < FEW || this.#found * 2 <= this.seen) return;
    throw new Error(
      `${this.#found} of ${this.seen} ${this.#what}: are bucket and database of the same project? Nothing of these was changed. --force removes them all the same.`,
    );
  }
}
