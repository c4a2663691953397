/**
 * Unsaved masks, kept in this browser's IndexedDB, because they are too large for its local storage. Small records, so that a
 * stroke writes only what it has changed, not a mask of 20 megapixels.
 */
import { browserRecords, within } from '../browser-records.ts';

/** Anything that can be cloned, by name. */
export type Records = ReadonlyMap<string, unknown>;

export interface RecordsOfTab {
  /** Id of the tab that has written them. */
  owner: string;
  records: Records;
}

export interface Keeper {
  /**
   * Changes this tab's records in one transaction.
   * @param changes null removes a record
   * @param replaced id of a tab whose records are removed in the same transaction
   * @returns how many records of this tab there are now
   */
  change(image: string, changes: Records, replaced?: string): Promise<number>;
  /** Removes all records of a tab. @param owner default: this tab */
  drop(image: string, owner?: string): Promise<void>;
  /** The records of all tabs. */
  read(image: string): Promise<RecordsOfTab[]>;
}

/**
 * Keys are `[person/image, tab, name]`.
 * @param uid several people may use the same browser
 */
export function maskKeeper(uid: string): Keeper {
  // Two tabs may write masks of the same image at the same time.
  const tab = crypto.randomUUID();
  const of = (image: string) => `${uid}/${image}`;
  const allOf = (image: string, owner: string) => within([of(image), owner]);
  return {
    change: (image, changes, replaced) =>
      kept.write((store) => {
        if (replaced !== undefined) store.delete(allOf(image, replaced));
        for (const [name, value] of changes) {
          const key = [of(image), tab, name];
          if (value === null) store.delete(key);
          else store.put(value, key);
        }
        return store.count(allOf(image, tab));
      }),
    drop: async (image, owner = tab) => {
      await kept.write((store) => store.delete(allOf(image, owner)));
    },
    read: async (image) => {
      const found = new Map<string, Map<string, unknown>>();
      for (const [[, owner, name], value] of await kept.read<[string, string, string], unknown>(
        within([of(image)]),
      )) {
        const records = found.get(owner) ?? new Map<string, unknown>();
        found.set(owner, records.set(name, value));
      }
      return [...found].map(([owner, records]) => ({ owner, records }));
    },
  };
}

const kept = browserRecords('sightline-masks');
