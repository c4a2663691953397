import { useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../service.ts';

/** The device keys of a monitor, through the service: the rules do not let pages read their hashes. */
export function useKeysOfMonitor(monitor: string) {
  const client = useQueryClient();
  const name = ['keys', monitor];
  const query = useQuery({ queryKey: name, queryFn: () => service().monitors(monitor).keys() });
  const again = () => client.invalidateQueries({ queryKey: name });
  return {
    keys: query.data ?? [],
    error: query.error,
    isLoading: query.isPending,
    create: async (): Promise<string> => {
      const { key } = await service().monitors(monitor).createKey();
      await again();
      return key;
    },
    revoke: async (hash: string): Promise<void> => {
      await service().monitors(monitor).revokeKey(hash);
      await again();
    },
  };
}
