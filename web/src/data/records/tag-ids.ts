/**
 * Undoing the deletion of a class creates a new record with a new id. Earlier steps of the history still have the old id;
 * this finds the new one. Pure.
 */
export class TagIds {
  readonly #next = new Map<string, string>();

  /** The current id of a class. */
  current(id: string): string {
    let last = id;
    for (let next = this.#next.get(last); next !== undefined; next = this.#next.get(last)) last = next;
    return last;
  }

  /** Notes that a class has been restored under another id. */
  renew(id: string, next: string): void {
    const last = this.current(id);
    if (last !== next) this.#next.set(last, next);
  }
}
