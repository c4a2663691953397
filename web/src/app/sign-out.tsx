import { signOut } from '../data/account.ts';
import { useStore } from '../data/live/store.ts';
import { useText } from '../text/use-text.tsx';
import { isSigningOut } from './commands.ts';
import { Confirm } from './confirm.tsx';
import { useKept } from './state/use-kept.ts';

/** Tells somebody who signs out that changes and uploads wait for the service. */
export function SignOutDialog() {
  const text = useText();
  const kept = useKept();
  return (
    <Confirm
      title={text.signOut}
      verb={text.signOut}
      isOpen={useStore(isSigningOut)}
      onClose={() => isSigningOut.set(false)}
      onConfirm={signOut}
    >
      {kept ? text.signOutKeeps(kept) : text.savedMeanwhile}
    </Confirm>
  );
}
