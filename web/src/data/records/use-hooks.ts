import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hooks } from '../../../../client/src/hooks.ts';
import { service } from '../service.ts';

/** Hooks of a dataset, for its owner. */
export function useHooks(dataset: string) {
  const client = useQueryClient();
  const { hooks } = service().datasets(dataset);
  const queryKey = ['hooks', dataset];
  const query = useQuery({ queryKey, queryFn: () => hooks.list() });
  const again = () => client.invalidateQueries({ queryKey });
  const thenAgain = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    await again();
    return done;
  };
  return {
    hooks: query.data ?? [],
    error: query.error,
    isLoading: query.isPending,
    make: (fields: Parameters<Hooks['make']>[0]) => thenAgain(hooks.make(fields)),
    change: (hook: string, fields: Parameters<Hooks['update']>[1]) => thenAgain(hooks.update(hook, fields)),
    remove: (hook: string) => thenAgain(hooks.delete(hook)),
    test: (hook: string) => thenAgain(hooks.test(hook)),
  };
}

/** The last attempts of a hook, newest first. */
export function useDeliveries(dataset: string, hook: string) {
  const { data, error } = useQuery({
    queryKey: ['hooks', dataset, hook],
    queryFn: () => service().datasets(dataset).hooks.get(hook),
  });
  return { deliveries: data?.deliveries, error };
}
