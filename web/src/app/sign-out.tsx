import { signOut } from '../data/account.ts';
import { useStore } from '../data/live/store.ts';
import { useWaitingChanges } from '../data/outbox/use-entries.ts';
import { useText } from '../text/use-text.tsx';
import { isSigningOut } from './commands.ts';
import { Confirm } from './confirm.tsx';

/** Tells somebody who signs out that changes wait for the service. */
export function SignOutDialog() {
  const text = useText();
  const waiting = useWaitingChanges();
  return (
    <Confirm
      title={text.signOut}
      verb={text.signOut}
      isOpen={useStore(isSigningOut)}
      onClose={() => isSigningOut.set(false)}
      onConfirm={signOut}
    >
      {waiting > 0 ? text.signOutKeeps(text.changesKept(waiting)) : text.savedMeanwhile}
    </Confirm>
  );
}
