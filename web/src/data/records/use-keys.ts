import { useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../service.ts';

/** A monitor or dataset of the client. */
interface Keyed<Key, Rights extends unknown[]> {
  keys(): Promise<Key[]>;
  createKey(...rights: Rights): Promise<{ key: string }>;
  revokeKey(hash: string): Promise<void>;
}

/** Keys that are live, through the service: the rules do not let pages read their hashes. */
function useKeys<Key, Rights extends unknown[]>(name: readonly string[], record: Keyed<Key, Rights>) {
  const client = useQueryClient();
  const queryKey = ['keys', ...name];
  const query = useQuery({ queryKey, queryFn: () => record.keys() });
  const again = () => client.invalidateQueries({ queryKey });
  return {
    keys: query.data ?? [],
    error: query.error,
    isLoading: query.isPending,
    create: async (...rights: Rights): Promise<string> => {
      const { key } = await record.createKey(...rights);
      await again();
      return key;
    },
    revoke: async (hash: string): Promise<void> => {
      await record.revokeKey(hash);
      await again();
    },
  };
}

/** The keys with which cameras send frames as this monitor. */
export const useKeysOfMonitor = (monitor: string) =>
  useKeys(['monitor', monitor], service().monitors(monitor));

/** The keys with which jobs call for this dataset. */
export const useKeysOfDataset = (dataset: string) =>
  useKeys(['dataset', dataset], service().datasets(dataset));
