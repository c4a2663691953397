import type { Path } from './path.ts';

export type Leaf = string | number | boolean;
export type Present = Leaf | Branch;
/**
 * Children by key. A priority is stored with them as `.priority`; a leaf with a priority is a branch of `.value` and
 * `.priority`. Never empty, and immutable once in a tree: a write copies only the branches on its path.
 */
export type Branch = ReadonlyMap<string, Present>;
/** `null` is an empty place. */
export type Tree = Present | null;

export const PRIORITY = '.priority';
export const VALUE = '.value';

export const isBranch = (tree: Tree): tree is Branch => tree instanceof Map;

export const getChild = (tree: Tree, key: string): Tree => (isBranch(tree) ? (tree.get(key) ?? null) : null);

export const getAt = (tree: Tree, path: Path): Tree => path.reduce(getChild, tree);

/** The value of a leaf, with or without a priority; null for a branch of children and for an empty place. */
export function leafOf(tree: Tree): Leaf | null {
  if (!isBranch(tree)) return tree;
  return (tree.get(VALUE) as Leaf | undefined) ?? null;
}

/** A number, a string, or null. */
export const priorityOf = (tree: Tree): Leaf | null => getChild(tree, PRIORITY) as Leaf | null;

/** Children without `.value` and `.priority`. */
export function childrenOf(tree: Tree): [key: string, child: Present][] {
  return isBranch(tree) ? [...tree].filter(([key]) => !key.startsWith('.')) : [];
}

/** The tree with `value` at `path`; empty branches are removed, and an unchanged tree is returned as it is. */
export function setAt(tree: Tree, path: Path, value: Tree, depth = 0): Tree {
  const key = path[depth];
  if (key === undefined) return value;
  const before = getChild(tree, key);
  const after = setAt(before, path, value, depth + 1);
  return after === before ? tree : withChild(tree, key, after);
}

function withChild(tree: Tree, key: string, child: Tree): Tree {
  const entries = new Map<string, Present>(isBranch(tree) ? tree : tree === null ? [] : [[VALUE, tree]]);
  if (child === null) entries.delete(key);
  else entries.set(key, child);
  return branchOf(entries);
}

/** Builds a tree from entries: children replace a value, and an empty place has no priority. */
export function branchOf(entries: Map<string, Present>): Tree {
  const hasChildren = [...entries.keys()].some((key) => !key.startsWith('.'));
  if (hasChildren) entries.delete(VALUE);
  else if (!entries.has(VALUE)) return null;
  else if (entries.size === 1) return entries.get(VALUE) as Leaf;
  return entries;
}
