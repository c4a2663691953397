export type IconName =
  | 'bell'
  | 'bellOn'
  | 'check'
  | 'close'
  | 'download'
  | 'home'
  | 'plus'
  | 'search'
  | 'similar'
  | 'trash'
  | 'wall';

interface Common {
  label: string;
  /** Values of `KeyboardEvent.key`, optionally after `Ctrl+` or `Shift+`. Its button shows the first one. */
  keys?: readonly string[];
  icon?: IconName;
  /** Of a dot before its label, where it is searched. */
  color?: string;
  /** Name of the menu that holds it. */
  under?: string;
  isDanger?: boolean;
  /** It cannot be done now: its keys do nothing, and the command menu does not list it. */
  isDisabled?: boolean;
  /** Holding its key down does it only once. */
  once?: boolean;
}

export interface Action extends Common {
  run: () => void;
  href?: never;
}

export interface Jump extends Common {
  /** The page that it opens. */
  href: string;
  run?: never;
}

/**
 * What a person can do on a page, written down in one place: name, keys, icon, condition and deed. Keys, their list, the command
 * menu, buttons and menus are drawn from it.
 */
export type Command = Action | Jump;
