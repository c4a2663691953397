import { service } from '../service.ts';
import { useListed } from './use-listed.ts';

/** A monitor or dataset of the client. */
interface Keyed<Key, Rights extends unknown[]> {
  keys(): Promise<Key[]>;
  createKey(...rights: Rights): Promise<{ key: string }>;
  revokeKey(hash: string): Promise<void>;
}

/** Keys that are live. */
function useKeys<Key, Rights extends unknown[]>(name: readonly string[], record: Keyed<Key, Rights>) {
  const { listed, thenAgain, ...state } = useListed(['keys', ...name], () => record.keys());
  return {
    ...state,
    keys: listed,
    create: async (...rights: Rights): Promise<string> => (await thenAgain(record.createKey(...rights))).key,
    revoke: (hash: string): Promise<void> => thenAgain(record.revokeKey(hash)),
  };
}

/** The keys with which cameras send frames as this monitor. */
export const useKeysOfMonitor = (monitor: string) =>
  useKeys(['monitor', monitor], service().monitors(monitor));

/** The keys with which jobs call for this dataset. */
export const useKeysOfDataset = (dataset: string) =>
  useKeys(['dataset', dataset], service().datasets(dataset));
