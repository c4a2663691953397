import { Store } from './store.ts';

/** Whether the browser tab is visible. A hidden tab reads nothing. */
export const visible = new Store(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => visible.set(document.visibilityState === 'visible'));
