/**
 * The sidebar reads and watches for changes only while it is visible. When it becomes visible again, it reads what changed
 * meanwhile.
 */
import { request } from './api.ts';
import type { Store } from './store.ts';
import { takeUsefulHeight } from './useful-height.ts';

const TOPIC = 'sightline-git/changed';
/** Half of the time for which the runtime keeps a watch, in milliseconds. */
const RENEW = 30_000;

export function payAttention(root: HTMLElement, store: Store): void {
  let inView = false;
  let watching: number | undefined;
  const isSeen = (): boolean => inView && document.visibilityState === 'visible';
  let known: string | undefined;
  const renew = async (): Promise<void> => {
    // The next one may succeed.
    const id = await request('watch').then(
      (answer) => answer.id,
      () => undefined,
    );
    // The runtime watched nothing for a while, because it was restarted or could not be reached.
    if (id !== undefined && known !== undefined && id !== known) store.notice();
    known = id ?? known;
  };
  const look = (): void => {
    if (!isSeen()) {
      window.clearInterval(watching);
      watching = undefined;
    } else if (watching === undefined) {
      watching = window.setInterval(() => void renew(), RENEW);
      takeUsefulHeight(root);
      known = undefined;
      void renew();
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
  // Another project may have been opened, whose folder must be watched now.
  RED.comms.subscribe('notification/project-update', () => {
    if (!isSeen()) return;
    void renew();
    store.notice();
  });
  RED.events.on('workspace:dirty', () => {
    if (isSeen()) store.tell();
  });
}
