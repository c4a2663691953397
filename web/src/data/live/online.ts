import { Store, useStore } from './store.ts';

export const online = new Store(navigator.onLine);

window.addEventListener('online', () => online.set(true));
window.addEventListener('offline', () => online.set(false));

/** Whether the browser thinks that it is online. */
export const useOnline = (): boolean => useStore(online);
