import { invalid } from './database-error.ts';
import type { Bound, Query } from './query.ts';
import type { Leaf } from './tree.ts';

const SPECIAL = new Map([
  ['$key', '.key'],
  ['$value', '.value'],
  ['$priority', '.priority'],
]);
const NEED_ORDER = ['startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo', 'limitToFirst', 'limitToLast'];

/**
 * The query in `orderBy`, `startAt`, `startAfter`, `endAt`, `endBefore`, `equalTo`, `limitToFirst` and `limitToLast`:
 * values are JSON, and a bound may have a key after a comma. Undefined if there is none.
 */
export function parseRestQuery(params: URLSearchParams): Query | undefined {
  const orderBy = params.get('orderBy');
  if (orderBy === null) {
    if (NEED_ORDER.some((name) => params.has(name))) {
      throw invalid('orderBy must be defined when other query parameters are defined');
    }
    return undefined;
  }
  return { ...orderOf(orderBy), ...rangeOf(params), ...limitOf(params) };
}

function orderOf(text: string): Query {
  const [name] = parseValues('orderBy', text);
  if (typeof name !== 'string') throw invalid('orderBy must be a valid JSON encoded path');
  return { orderBy: SPECIAL.get(name) ?? name };
}

function rangeOf(params: URLSearchParams): Pick<Query, 'start' | 'end'> {
  const start =
    bound(params, 'equalTo', true) ?? bound(params, 'startAt', true) ?? bound(params, 'startAfter', false);
  const end =
    bound(params, 'equalTo', true) ?? bound(params, 'endAt', true) ?? bound(params, 'endBefore', false);
  return { ...(start && { start }), ...(end && { end }) };
}

function bound(params: URLSearchParams, name: string, inclusive: boolean): Bound | undefined {
  const text = params.get(name);
  if (text === null) return undefined;
  const [value, key] = parseValues(name, text);
  if (typeof value === 'object' && value !== null) throw invalid(`${name} must be a plain value`);
  if (key === undefined) return { value: value as Leaf | null, inclusive, ...edgeKey(name) };
  return { value: value as Leaf | null, inclusive, key: String(key) };
}

/** Without a key, "after" and "before" a value exclude every child that has the value. */
function edgeKey(name: string): { key?: string } {
  if (name === 'startAfter') return { key: '[MAX_NAME]' };
  return name === 'endBefore' ? { key: '[MIN_NAME]' } : {};
}

function limitOf(params: URLSearchParams): Pick<Query, 'limit'> {
  const first = params.get('limitToFirst');
  const last = params.get('limitToLast');
  if (first !== null && last !== null) throw invalid('limitToFirst and limitToLast exclude each other');
  const text = first ?? last;
  if (text === null) return {};
  if (!/^[1-9]\d*$/.test(text)) throw invalid('a limit is a positive whole number');
  return { limit: { count: Number(text), from: first === null ? 'last' : 'first' } };
}

function parseValues(name: string, text: string): unknown[] {
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch {
    throw invalid(`${name} must be JSON`);
  }
}
