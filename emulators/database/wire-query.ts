import type { Bound, Query } from './query.ts';
import { invalid } from './refusal.ts';
import type { Leaf } from './tree.ts';

/** A query as listen and get requests carry it. */
export interface WireQuery {
  /** Index: `.key`, `.value` or a child's path; absent is priority order. */
  i?: string;
  /** Start value, start key, and whether the start itself belongs to the range. */
  sp?: unknown;
  sn?: string;
  sin?: boolean;
  /** The same for the end. */
  ep?: unknown;
  en?: string;
  ein?: boolean;
  /** Limit, counted from `l`eft or `r`ight. */
  l?: number;
  vf?: 'l' | 'r';
}

export function parseWireQuery(wire: WireQuery): Query {
  const query: Query = { orderBy: wire.i ?? '.priority' };
  if ('sp' in wire) query.start = bound(wire.sp, wire.sn, wire.sin);
  if ('ep' in wire) query.end = bound(wire.ep, wire.en, wire.ein);
  if (wire.l !== undefined) query.limit = limit(wire.l, wire.vf);
  return query;
}

function bound(value: unknown, key: string | undefined, inclusive = true): Bound {
  if (typeof value === 'object' && value !== null) throw invalid('a query bound is a plain value');
  const plain = { value: value as Leaf | null, inclusive };
  return key === undefined ? plain : { ...plain, key };
}

function limit(count: unknown, from: WireQuery['vf']): NonNullable<Query['limit']> {
  if (!Number.isInteger(count) || (count as number) < 1) throw invalid('a limit is a positive whole number');
  return { count: count as number, from: from === 'l' ? 'first' : 'last' };
}
