/** Masks that are not saved yet, kept in this browser's IndexedDB: they are too large for its local storage. */
/** `Kept` is anything that can be cloned. */
export interface Keeper<Kept> {
  /** @param kept null removes it */
  keep(image: string, kept: Kept | null): Promise<void>;
  read(image: string): Promise<Kept | null>;
}

const STORE = 'masks';

/** @param uid several people may use the same browser */
export const maskKeeper = <Kept>(uid: string): Keeper<Kept> => ({
  keep: async (image, kept) => {
    const transaction = (await open()).transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    const key = `${uid}/${image}`;
    if (kept) store.put(kept, key);
    else store.delete(key);
    // At once, not when the page next has time: its tab may be closing.
    transaction.commit();
    await new Promise((done, failed) => {
      transaction.oncomplete = done;
      transaction.onabort = () => failed(transaction.error);
    });
  },
  read: async (image) => {
    const store = (await open()).transaction(STORE, 'readonly').objectStore(STORE);
    return ((await answerOf(store.get(`${uid}/${image}`))) as Kept | undefined) ?? null;
  },
});

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open('sightline-editor', 1);
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
