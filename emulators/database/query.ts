import { compareKeys, MAX_KEY, MIN_KEY } from './key-order.ts';
import { parsePath } from './path.ts';
import { invalid } from './refusal.ts';
import { type Branch, getAt, isBranch, type Leaf, type Present, type Tree } from './tree.ts';

/** One end of a range. In key order `value` is the key, else the indexed value, with `key` to break ties. */
export interface Bound {
  value: Leaf | null;
  key?: string;
  inclusive: boolean;
}

export interface Query {
  /** `.key`, `.value`, `.priority` (no node has one, so that is key order), or the path of a child. */
  orderBy: string;
  start?: Bound;
  end?: Bound;
  limit?: { count: number; from: 'first' | 'last' };
}

type Entry = readonly [key: string, value: Present];
type Indexed = (entry: Entry) => Tree;

/** The children of `tree` that the query shows, in its order; `null` when there are none. */
export function select(tree: Tree, query: Query): Branch | null {
  if (!isBranch(tree)) return null;
  const indexed = indexOf(query.orderBy);
  const entries = [...tree].filter((entry) => isInRange(entry, query, indexed));
  entries.sort((a, b) => compareValues(indexed(a), indexed(b)) || compareKeys(a[0], b[0]));
  const window = cut(entries, query.limit);
  return window.length === 0 ? null : new Map(window);
}

/** Whether the query shows only part of what it orders. */
export const isPartial = (query: Query): boolean => Boolean(query.start || query.end || query.limit);

function indexOf(orderBy: string): Indexed {
  if (orderBy === '.value') return ([, value]) => value;
  if (orderBy === '.key' || orderBy === '.priority') return () => null;
  const path = parsePath(orderBy);
  if (path.length === 0) throw invalid('orderBy names no child');
  return ([, value]) => getAt(value, path);
}

function isInRange(entry: Entry, query: Query, indexed: Indexed): boolean {
  const { start, end } = query;
  if (start) {
    const place = compareToBound(entry, start, MIN_KEY, query, indexed);
    if (start.inclusive ? place < 0 : place <= 0) return false;
  }
  if (end) {
    const place = compareToBound(entry, end, MAX_KEY, query, indexed);
    if (end.inclusive ? place > 0 : place >= 0) return false;
  }
  return true;
}

function compareToBound(entry: Entry, bound: Bound, edge: string, query: Query, indexed: Indexed): number {
  if (query.orderBy === '.key') return compareKeys(entry[0], String(bound.value ?? edge));
  return compareValues(indexed(entry), bound.value) || compareKeys(entry[0], bound.key ?? edge);
}

/** Nothing, then false, true, numbers, strings, and last all branches alike. */
function compareValues(a: Tree, b: Tree): number {
  const step = rank(a) - rank(b);
  if (step !== 0 || a === null || b === null || isBranch(a)) return step;
  return a < b ? -1 : a > b ? 1 : 0;
}

const RANKS: Record<string, number> = { boolean: 1, number: 2, string: 3, object: 4 };
const rank = (tree: Tree): number => (tree === null ? 0 : (RANKS[typeof tree] ?? 0));

function cut(entries: Entry[], limit: Query['limit']): Entry[] {
  if (!limit) return entries;
  return limit.from === 'first' ? entries.slice(0, limit.count) : entries.slice(-limit.count);
}
