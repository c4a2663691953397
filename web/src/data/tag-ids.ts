/**
 * A class that was deleted and comes back by undo is a new record. Steps that were made before name the old one: they
 * find the new one here. Pure.
 */
export class TagIds {
  readonly #next = new Map<string, string>();

  /** The id that a class has now. */
  current(id: string): string {
    let last = id;
    for (let next = this.#next.get(last); next !== undefined; next = this.#next.get(last)) last = next;
    return last;
  }

  /** A class is there again under another id. */
  renew(id: string, next: string): void {
    const last = this.current(id);
    if (last !== next) this.#next.set(last, next);
  }
}
