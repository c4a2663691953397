/** The outbox of the signed-in person. */
import { currentPerson, onOtherPerson } from '../account.ts';
import { siteConfig } from '../firebase.ts';
import { showCurrent } from '../images/show-current.ts';
import { online } from '../live/online.ts';
import { Store } from '../live/store.ts';
import { isFinal, isServiceAway, nextChance } from '../persist.ts';
import { Outbox } from './outbox.ts';
import { browserStore } from './outbox-store.ts';
import { sendEntry } from './send.ts';

const current = new Store<Outbox | null>(null);

/** @throws Error if nobody is signed in */
export function outbox(): Outbox {
  const found = current.get();
  if (!found) throw new Error('Nobody is signed in.');
  return found;
}

export const currentOutbox: Pick<Store<Outbox | null>, 'get' | 'subscribe'> = current;

/** Sends what this person has left in this browser, as soon as they are signed in. */
export function followOutbox(): void {
  onOtherPerson(() => {
    current.get()?.close();
    current.set(null);
    isServiceAway.set(false);
    const uid = currentPerson()?.uid;
    if (uid !== undefined) open(uid);
  });
  // Another tab may have been closed before it could send.
  document.addEventListener('visibilitychange', () => document.hidden || current.get()?.wake());
}

function open(uid: string): void {
  const owner = `${siteConfig().firebase.projectId}/${uid}`;
  const name = `sightline-outbox/${owner}`;
  current.set(
    new Outbox({
      store: browserStore(owner),
      channel: new BroadcastChannel(name),
      alone: (work) => navigator.locks.request(name, work),
      send: sendEntry,
      isOnline: online.get,
      isAway: isServiceAway,
      isFinal,
      nextChance,
      onChanged: showCurrent,
    }),
  );
}
