/**
 * Nothing runs while nobody looks: the sidebar reads and is told of changes only while it can be seen, and what
 * happened meanwhile is read when it comes into view again.
 */
import { request } from './api.ts';
import type { Store } from './store.ts';

const TOPIC = 'sightline-git/changed';
/** Half of what the runtime grants, milliseconds. */
const RENEW = 30_000;

export function payAttention(root: HTMLElement, store: Store): void {
  let inView = false;
  let watching: number | undefined;
  const isSeen = (): boolean => inView && document.visibilityState === 'visible';
  const renew = (): void => void request('watch').catch(() => undefined);
  const look = (): void => {
    if (!isSeen()) {
      window.clearInterval(watching);
      watching = undefined;
    } else if (watching === undefined) {
      watching = window.setInterval(renew, RENEW);
      renew();
      void store.refresh();
    }
  };
  new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting === true;
    look();
  }).observe(root);
  document.addEventListener('visibilitychange', look);
  RED.comms.subscribe(TOPIC, () => {
    if (isSeen()) store.notice();
  });
  // Another project, perhaps: its folder is to be watched now.
  RED.comms.subscribe('notification/project-update', () => {
    if (!isSeen()) return;
    renew();
    store.notice();
  });
  RED.events.on('workspace:dirty', () => {
    if (isSeen()) store.tell();
  });
}
