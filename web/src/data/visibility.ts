import { Store } from './store.ts';

/** Whether anybody can see the page. A hidden tab reads nothing. */
export const visible = new Store(document.visibilityState === 'visible');

document.addEventListener('visibilitychange', () => visible.set(document.visibilityState === 'visible'));
