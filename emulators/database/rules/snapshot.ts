import type { Path } from '../path.ts';
import { childrenOf, getAt, type Leaf, leafOf, priorityOf, type Tree } from '../tree.ts';

/** A key that no node can have. */
const NO_KEY = '[none]';

/** A place in one state of the database: `root`, `data` and `newData` in rules. */
export class Snapshot {
  readonly #root: Tree;
  readonly #path: Path;

  constructor(root: Tree, path: Path) {
    this.#root = root;
    this.#path = path;
  }

  /** @throws TypeError for a wrong argument type, and above the root */
  call(name: string, [first]: readonly unknown[]): unknown {
    switch (name) {
      case 'val':
        return this.#value;
      case 'exists':
        return this.#tree !== null;
      case 'child':
        return this.#child(first);
      case 'parent':
        return this.#parent();
      case 'hasChild':
        return this.#child(first).#tree !== null;
      case 'hasChildren':
        return this.#hasChildren(first as unknown[] | undefined);
      case 'getPriority':
        return priorityOf(this.#tree);
      default:
        return typeof this.#value === name.slice(2).toLowerCase();
    }
  }

  get #tree(): Tree {
    return getAt(this.#root, this.#path);
  }

  /** A branch itself: rules can only compare it with null. */
  get #value(): Leaf | Tree {
    return leafOf(this.#tree) ?? this.#tree;
  }

  /** An impossible key must name a missing node; without any key the path would name this place itself. */
  #child(path: unknown): Snapshot {
    if (typeof path !== 'string') throw new TypeError('a path is a string');
    // Keys that start with a dot are no children: `.priority` is stored among them.
    const keys = path.split('/').flatMap((key) => (key === '' ? [] : [key.startsWith('.') ? NO_KEY : key]));
    if (keys.length === 0) throw new TypeError('a child needs a key');
    return new Snapshot(this.#root, [...this.#path, ...keys]);
  }

  #parent(): Snapshot {
    if (this.#path.length === 0) throw new TypeError('the root has no parent');
    return new Snapshot(this.#root, this.#path.slice(0, -1));
  }

  /** Whether all of these children exist; without keys, whether there is any. */
  #hasChildren(keys: readonly unknown[] | undefined): boolean {
    if (keys) return keys.map((key) => this.#child(key)).every((child) => child.#tree !== null);
    return childrenOf(this.#tree).length > 0;
  }
}
