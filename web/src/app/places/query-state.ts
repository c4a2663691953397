/** State that is kept in the query of the address, such as filters, so that a shared link shows the same page. */
import { useCallback, useMemo } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';

/** Between the values of a parameter that is repeated: no id has a line break. */
export const AND = '\n';

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
  const path = usePathname();
  const query = new URLSearchParams(search);
  const found = names.flatMap((name) => {
    const values = query.getAll(name);
    return values.length === 0 ? [] : [[name, values.join(AND)] as const];
  });
  const values = JSON.stringify(found);
  // The same object while none of these values changes, whatever else the address says.
  const state = useMemo(() => Object.fromEntries(JSON.parse(values)) as QueryState<Name>, [values]);
  const change = useCallback(
    (values: Partial<Record<Name, string | undefined>>, options?: { replace?: boolean }) => {
      // A page that was left keeps its timers until the code of the next one is there.
      if (location.pathname !== path) return;
      const query = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(values) as [Name, string | undefined][]) {
        query.delete(name);
        for (const each of value ? value.split(AND) : []) query.append(name, each);
      }
      const next = query.toString();
      navigate(next === '' ? path : `${path}?${next}`, options);
    },
    [path],
  );
  return [state, change];
}
