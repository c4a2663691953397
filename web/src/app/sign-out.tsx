/** Signing out. While changes wait for the service, it is asked first, because they could be lost. */
import { signOut } from '../data/account.ts';
import { Store, useStore } from '../data/live/store.ts';
import { waitingChanges } from '../data/persist.ts';
import { useText } from '../text/use-text.tsx';
import { Confirm } from './confirm.tsx';

const isAsked = new Store(false);

export function askToSignOut(): void {
  if (waitingChanges.get() > 0) isAsked.set(true);
  else void signOut();
}

export function SignOutDialog() {
  const text = useText();
  const waiting = useStore(waitingChanges);
  return (
    <Confirm
      title={text.signOut}
      verb={text.signOut}
      isOpen={useStore(isAsked)}
      onClose={() => isAsked.set(false)}
      onConfirm={signOut}
    >
      {waiting > 0 ? text.signOutLoses(text.changes(waiting)) : text.savedMeanwhile}
    </Confirm>
  );
}
