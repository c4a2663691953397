/** Where the entries of one person are kept. */
import { browserRecords } from '../browser-records.ts';
import type { Entry } from './entry.ts';

export interface Changes {
  put?: readonly Entry[];
  gone?: readonly Entry[];
}

export interface OutboxStore {
  /** Keeps all or none. */
  add(entries: readonly Entry[]): Promise<void>;
  /** The oldest first. */
  read(): Promise<Entry[]>;
  /**
   * Changes entries in one transaction, so that no other tab comes between.
   * @param which one entry, or all
   * @param work gets those that are still there, the oldest first
   */
  change(which: Entry | 'all', work: (entries: Entry[]) => Changes): Promise<void>;
}

/** @param owner people and projects have databases of their own */
export function browserStore(owner: string): OutboxStore {
  const records = browserRecords(`sightline-outbox/${owner}`);
  return {
    add: async (entries) => {
      if (entries.length === 0) return;
      await records.write(
        (store) => entries.map((each) => store.put(each, keyOf(each))).at(-1) as IDBRequest,
      );
    },
    read: async () => (await records.read<unknown, Entry>()).map(([, entry]) => entry),
    change: (which, work) =>
      records.change<Entry>(
        which === 'all' ? undefined : IDBKeyRange.only(keyOf(which)),
        (entries, store) => {
          const { put = [], gone = [] } = work(entries);
          for (const each of put) store.put(each, keyOf(each));
          for (const each of gone) store.delete(keyOf(each));
        },
      ),
  };
}

/** Records are read in the order of their keys. */
const keyOf = ({ at, id }: Entry): [number, string] => [at, id];
