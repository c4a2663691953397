import * as z from 'zod';
import type { Bound, Query } from './query.ts';
import type { Leaf } from './tree.ts';

const leaf = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A query in listen and get requests. */
export const wireQuery = z.looseObject({
  /** Index: `.key`, `.value` or a child's path; by default priority. */
  i: z.string().optional(),
  /** Start value, start key, and whether the start is included. */
  sp: leaf.optional(),
  sn: z.string().optional(),
  sin: z.boolean().optional(),
  /** The same for the end. */
  ep: leaf.optional(),
  en: z.string().optional(),
  ein: z.boolean().optional(),
  /** Limit, counted from `l`eft or `r`ight. */
  l: z.int().min(1).optional(),
  vf: z.enum(['l', 'r']).optional(),
});
export type WireQuery = z.infer<typeof wireQuery>;

export function parseWireQuery(wire: WireQuery): Query {
  const query: Query = { orderBy: wire.i ?? '.priority' };
  if ('sp' in wire) query.start = bound(wire.sp, wire.sn, wire.sin);
  if ('ep' in wire) query.end = bound(wire.ep, wire.en, wire.ein);
  if (wire.l !== undefined) query.limit = { count: wire.l, from: wire.vf === 'l' ? 'first' : 'last' };
  return query;
}

function bound(value: Leaf | null | undefined, key: string | undefined, inclusive = true): Bound {
  const plain = { value: value ?? null, inclusive };
  return key === undefined ? plain : { ...plain, key };
}
