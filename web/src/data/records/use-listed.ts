import { useQuery, useQueryClient } from '@tanstack/react-query';

/** What the service lists, because the rules do not let pages read it: keys, hooks. */
export function useListed<T>(queryKey: readonly string[], list: () => Promise<T[]>) {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: list });
  return {
    listed: query.data ?? [],
    error: query.error,
    isLoading: query.isPending,
    /** Lists anew what has changed. */
    thenAgain: async <R>(work: Promise<R>): Promise<R> => {
      const done = await work;
      await client.invalidateQueries({ queryKey });
      return done;
    },
  };
}
