/** The address is the state: what filters a page stands in its query, so that a link shows a colleague the same. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export type QueryState<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * @param names the parameters of this page; others in the address stay as they are
 * @returns what stands there, and how to change some of it: `undefined` takes one out
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
