import { exportJsonOf } from './json.ts';
import { Namespace } from './namespace.ts';
import type { RuleTree } from './rules/rule-tree.ts';

/** The databases of one server by name; an unknown one is empty. */
export class Namespaces {
  readonly #rules: RuleTree;
  readonly #byName = new Map<string, Namespace>();

  constructor(rules: RuleTree) {
    this.#rules = rules;
  }

  get(name: string): Namespace {
    const known = this.#byName.get(name);
    if (known) return known;
    const fresh = new Namespace(this.#rules);
    this.#byName.set(name, fresh);
    return fresh;
  }

  /** Empties one database, or all; listeners are notified. */
  clear(name: string | null): void {
    for (const each of name === null ? this.#byName.values() : [this.get(name)]) each.load(null);
  }

  /** Number of writes to all of them. */
  changes(): number {
    return [...this.#byName.values()].reduce((sum, { changes }) => sum + changes, 0);
  }

  /** The whole tree of each database that has data. */
  dump(): Record<string, unknown> {
    const held = [...this.#byName].filter(([, { root }]) => root !== null);
    return Object.fromEntries(held.map(([name, { root }]) => [name, exportJsonOf(root)]));
  }
}
