/** Records in this browser's IndexedDB, which outlive the tab. */

export interface BrowserRecords {
  /** One transaction, committed at once, because the tab may be closing. @returns the result of the last request */
  write<Value>(work: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value>;
  /** Reads records and writes, in one transaction: no other tab comes between. */
  change<Value>(
    range: IDBKeyRange | undefined,
    work: (values: Value[], store: IDBObjectStore) => void,
  ): Promise<void>;
  /** @returns keys and values, in the order of the keys */
  read<Key, Value>(range?: IDBKeyRange): Promise<[Key, Value][]>;
}

/** @param name of the database, which is opened when it is first needed, and again if that failed */
export function browserRecords(name: string): BrowserRecords {
  let opened: Promise<IDBDatabase> | null = null;
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= open(name).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return (await opened).transaction(STORE, mode).objectStore(STORE);
  };
  return {
    write: async (work) => {
      const records = await store('readwrite');
      const last = work(records);
      records.transaction.commit();
      await endOf(records.transaction);
      return last.result;
    },
    change: async (range, work) => {
      const records = await store('readwrite');
      const request = records.getAll(range);
      request.onsuccess = () => work(request.result, records);
      await endOf(records.transaction);
    },
    read: async <Key, Value>(range?: IDBKeyRange) => {
      const records = await store('readonly');
      const [keys, values] = await Promise.all([
        answerOf(records.getAllKeys(range)),
        answerOf<Value[]>(records.getAll(range)),
      ]);
      return values.map((value, at): [Key, Value] => [keys[at] as Key, value]);
    },
  };
}

const STORE = 'records';

/** All keys that begin with `start`: in IndexedDB an array sorts after every string. */
export const within = (start: readonly string[]): IDBKeyRange => IDBKeyRange.bound(start, [...start, []]);

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answerOf(request);
}

const endOf = (transaction: IDBTransaction): Promise<unknown> =>
  new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
  });

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
