import type { Path } from './path.ts';

export type Leaf = string | number | boolean;
export type Present = Leaf | Branch;
/** Never empty and never changed once it is in a tree: a write copies the branches on its way only. */
export type Branch = ReadonlyMap<string, Present>;
/** `null` is "nothing here". */
export type Tree = Present | null;

export const isBranch = (tree: Tree): tree is Branch => tree instanceof Map;

export const getChild = (tree: Tree, key: string): Tree => (isBranch(tree) ? (tree.get(key) ?? null) : null);

export const getAt = (tree: Tree, path: Path): Tree => path.reduce(getChild, tree);

/** The tree with `value` at `path`; branches left empty vanish, and an unchanged tree is returned as it is. */
export function setAt(tree: Tree, path: Path, value: Tree, depth = 0): Tree {
  const key = path[depth];
  if (key === undefined) return value;
  const before = getChild(tree, key);
  const after = setAt(before, path, value, depth + 1);
  return after === before ? tree : withChild(tree, key, after);
}

function withChild(tree: Tree, key: string, child: Tree): Tree {
  const children = new Map(isBranch(tree) ? tree : undefined);
  if (child === null) children.delete(key);
  else children.set(key, child);
  return children.size === 0 ? null : children;
}
