import { Store, useStore } from './store.ts';

export const online = new Store(navigator.onLine);

window.addEventListener('online', () => online.set(true));
window.addEventListener('offline', () => online.set(false));

/** What the browser believes of the connection. */
export const useOnline = (): boolean => useStore(online);
