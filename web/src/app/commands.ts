/** What can be done on every page. */
import { signOut } from '../data/account.ts';
import { Store } from '../data/live/store.ts';
import { currentOutbox } from '../data/outbox/current.ts';
import { isWaitingChange } from '../data/outbox/use-entries.ts';
import { keptUploads } from '../data/uploads/visits.ts';
import type { Texts } from '../text/en.ts';
import type { Action, Command } from '../ui/command.ts';
import type { KeyCommand } from './keys.ts';
import { addresses } from './places/addresses.ts';
import { setTheme } from './theme.ts';

/** Dialogs that are open. */
export const isSearching = new Store(false);
export const areKeysShown = new Store(false);
export const isSigningOut = new Store(false);

export const appCommands = (text: Texts) =>
  ({
    home: { label: text.home, icon: 'home', href: addresses.home },
    wall: { label: text.wall, icon: 'wall', href: addresses.wall },
    light: { label: text.themeLight, under: text.theme, run: () => setTheme('light') },
    dark: { label: text.themeDark, under: text.theme, run: () => setTheme('dark') },
    keys: { label: text.keyboardShortcuts, keys: ['?'], run: () => areKeysShown.set(true) },
    signOut: { label: text.signOut, run: askToSignOut },
  }) satisfies Record<string, Command>;

/** Opens the command menu, which therefore does not list it. */
export const searchCommand = (text: Texts): Action & KeyCommand => ({
  label: text.openSearch,
  keys: ['Ctrl+K'],
  icon: 'search',
  anywhere: true,
  run: () => isSearching.set(true),
});

/** While changes wait for the service, it is said first that they are sent only when the same person signs in again. */
function askToSignOut(): void {
  const isWaiting = currentOutbox.get()?.entries.get().some(isWaitingChange) || keptUploads.get() > 0;
  if (isWaiting) isSigningOut.set(true);
  else void signOut();
}
