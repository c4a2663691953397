import { signOut } from '../data/account.ts';
import { useStore } from '../data/live/store.ts';
import { waitingChanges } from '../data/persist.ts';
import { useText } from '../text/use-text.tsx';
import { isSigningOut } from './commands.ts';
import { Confirm } from './confirm.tsx';

/** Asks before somebody signs out whose changes wait for the service. */
export function SignOutDialog() {
  const text = useText();
  const waiting = useStore(waitingChanges);
  return (
    <Confirm
      title={text.signOut}
      verb={text.signOut}
      isOpen={useStore(isSigningOut)}
      onClose={() => isSigningOut.set(false)}
      onConfirm={signOut}
    >
      {waiting > 0 ? text.signOutLoses(text.changes(waiting)) : text.savedMeanwhile}
    </Confirm>
  );
}
