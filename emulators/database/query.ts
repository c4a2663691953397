import { invalid } from './database-error.ts';
import { compareKeys, MAX_KEY, MIN_KEY } from './key-order.ts';
import { parsePath } from './path.ts';
import {
  type Branch,
  childrenOf,
  getAt,
  isBranch,
  type Leaf,
  leafOf,
  PRIORITY,
  type Present,
  priorityOf,
  type Tree,
  VALUE,
} from './tree.ts';
import { compareValues } from './value-order.ts';

/** One end of a range. For key order `value` is the key; otherwise the indexed value, with `key` to break ties. */
export interface Bound {
  value: Leaf | null;
  key?: string;
  inclusive: boolean;
}

export interface Query {
  /** `.key`, `.value`, `.priority`, or the path of a child. */
  orderBy: string;
  start?: Bound;
  end?: Bound;
  limit?: { count: number; from: 'first' | 'last' };
}

type Entry = readonly [key: string, value: Present];
type Indexed = (entry: Entry) => Tree;

/** The children of `tree` that match the query, in its order; `null` if there are none. */
export function select(tree: Tree, query: Query): Branch | null {
  if (!isBranch(tree)) return null;
  const indexed = indexOf(query.orderBy);
  const entries = childrenOf(tree).filter((entry) => isInRange(entry, query, indexed));
  entries.sort((a, b) => compareValues(indexed(a), indexed(b)) || compareKeys(a[0], b[0]));
  const window = cut(entries, query.limit);
  return window.length === 0 ? null : new Map(window);
}

function indexOf(orderBy: string): Indexed {
  if (orderBy === VALUE) return ([, value]) => comparable(value);
  if (orderBy === PRIORITY) return ([, value]) => priorityOf(value);
  if (orderBy === '.key') return () => null;
  const path = parsePath(orderBy);
  if (path.length === 0) throw invalid('orderBy names no child');
  return ([, value]) => comparable(getAt(value, path));
}

/** A leaf is ordered by its value, whatever its priority. */
const comparable = (tree: Tree): Tree => leafOf(tree) ?? tree;

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

function cut(entries: Entry[], limit: Query['limit']): Entry[] {
  if (!limit) return entries;
  return limit.from === 'first' ? entries.slice(0, limit.count) : entries.slice(-limit.count);
}
