/** State that is kept in the query of the address, such as filters, so that a shared link shows the same page. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export type QueryState<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * @param names the query parameters of this page; others are left unchanged
 * @returns their values, and a function that changes some of them; `undefined` removes one
 */
export function useQueryState<Name extends string>(
  names: readonly Name[],
): [
  QueryState<Name>,
  (change: Partial<Record<Name, string | undefined>>, options?: { replace?: boolean }) => void,
] {
  const search = useSearch();
  const [path, go] = useLocation();
  const list = names.join(' ');
  const state = useMemo(() => {
    const query = new URLSearchParams(search);
    const found = (list.split(' ') as Name[]).map((name) => [name, query.get(name) ?? undefined] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as QueryState<Name>;
  }, [search, list]);
  const change = useCallback(
    (values: Partial<Record<Name, string | undefined>>, options?: { replace?: boolean }) => {
      const query = new URLSearchParams(search);
      for (const [name, value] of Object.entries(values) as [Name, string | undefined][]) {
        if (value === undefined || value === '') query.delete(name);
        else query.set(name, value);
      }
      const next = query.toString();
      go(next === '' ? path : `${path}?${next}`, options);
    },
    [search, path, go],
  );
  return [state, change];
}
