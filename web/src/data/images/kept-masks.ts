/**
 * Unsaved masks, kept in this browser's IndexedDB, because they are too large for its local storage. Small records, so that a
 * stroke writes only what it has changed, not a mask of 20 megapixels.
 */

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

const STORE = 'records';

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
      write((store) => {
        if (replaced !== undefined) store.delete(allOf(image, replaced));
        for (const [name, value] of changes) {
          const key = [of(image), tab, name];
          if (value === null) store.delete(key);
          else store.put(value, key);
        }
        return store.count(allOf(image, tab));
      }),
    drop: (image, owner = tab) => write((store) => store.delete(allOf(image, owner))),
    read: async (image) => {
      const store = (await open()).transaction(STORE, 'readonly').objectStore(STORE);
      const range = within([of(image)]);
      const [keys, values] = await Promise.all([
        answerOf(store.getAllKeys(range)),
        answerOf<unknown[]>(store.getAll(range)),
      ]);
      const found = new Map<string, Map<string, unknown>>();
      for (const [at, [, owner, name]] of (keys as [string, string, string][]).entries()) {
        const records = found.get(owner) ?? new Map<string, unknown>();
        found.set(owner, records.set(name, values[at]));
      }
      return [...found].map(([owner, records]) => ({ owner, records }));
    },
  };
}

/** All keys that begin with `start`: in IndexedDB an array sorts after every string. */
const within = (start: readonly string[]): IDBKeyRange => IDBKeyRange.bound(start, [...start, []]);

/** Runs a transaction. @returns the result of the last request, which `work` returns */
async function write<Value>(work: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const transaction = (await open()).transaction(STORE, 'readwrite');
  const last = work(transaction.objectStore(STORE));
  // Commits at once, because the tab may be closing.
  transaction.commit();
  await new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
  });
  return last.result;
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open('sightline-masks', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  opened = answerOf(request);
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
