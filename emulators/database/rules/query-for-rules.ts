import { MAX_KEY, MIN_KEY } from '../key-order.ts';
import type { Bound, Query } from '../query.ts';
import type { Leaf } from '../tree.ts';

/** `query` as `.read` rules see it; without a query everything is requested, by key. */
export function queryForRules(query: Query | undefined): Record<string, unknown> {
  const orderBy = query?.orderBy ?? '.key';
  const [startAt, endAt] = [edgeOf(query?.start), edgeOf(query?.end)];
  return {
    orderByKey: orderBy === '.key',
    orderByPriority: orderBy === '.priority',
    orderByValue: orderBy === '.value',
    orderByChild: orderBy.startsWith('.') ? null : orderBy,
    startAt,
    endAt,
    equalTo: query && isOneValue(query) ? startAt : null,
    limitToFirst: query?.limit?.from === 'first' ? query.limit.count : null,
    limitToLast: query?.limit?.from === 'last' ? query.limit.count : null,
  };
}

const edgeOf = (bound: Bound | undefined): Leaf | null => bound?.value ?? null;

/** Clients send `equalTo` as a range of one value, some with keys at both ends. */
function isOneValue({ start, end }: Query): boolean {
  if (!start || !end || start.value !== end.value) return false;
  return (start.key ?? MIN_KEY) === MIN_KEY && (end.key ?? MAX_KEY) === MAX_KEY;
}
