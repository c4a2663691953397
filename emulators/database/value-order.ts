import { isBranch, type Tree } from './tree.ts';

/** Null, false, true, numbers, strings, and last all branches as equals. */
export function compareValues(a: Tree, b: Tree): number {
  const step = rank(a) - rank(b);
  if (step !== 0 || a === null || b === null || isBranch(a)) return step;
  return a < b ? -1 : a > b ? 1 : 0;
}

const RANKS: Record<string, number> = { boolean: 1, number: 2, string: 3, object: 4 };
const rank = (tree: Tree): number => (tree === null ? 0 : (RANKS[typeof tree] ?? 0));
