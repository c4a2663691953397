import { type Path, parsePath } from '../path.ts';
import { getAt, isBranch, type Tree } from '../tree.ts';

/** A place in one state of the database, as `root`, `data` and `newData` show it to a rule. */
export class Snapshot {
  readonly #root: Tree;
  readonly #path: Path;

  constructor(root: Tree, path: Path) {
    this.#root = root;
    this.#path = path;
  }

  get value(): Tree {
    return getAt(this.#root, this.#path);
  }

  /** Throws for a path without a key: it would name this place itself. */
  child(path: string): Snapshot {
    const keys = parsePath(path);
    if (keys.length === 0) throw new Error('a child needs a key');
    return new Snapshot(this.#root, [...this.#path, ...keys]);
  }

  /** Throws above the root. */
  parent(): Snapshot {
    if (this.#path.length === 0) throw new Error('the root has no parent');
    return new Snapshot(this.#root, this.#path.slice(0, -1));
  }

  exists(): boolean {
    return this.value !== null;
  }

  /** Whether all of these children exist; without keys, whether any does. */
  hasChildren(keys: readonly string[] | undefined): boolean {
    return keys ? keys.every((key) => this.child(key).exists()) : isBranch(this.value);
  }
}
