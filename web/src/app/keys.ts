/** Keyboard shortcuts of a page. `?` lists them; they are ignored while a text field has the focus. */
import { useEffect, useRef } from 'react';
import { Store, useStore } from '../data/live/store.ts';

export interface KeyCommand {
  /** Values of `KeyboardEvent.key`, optionally after `Ctrl+` or `Shift+`. `Ctrl` also stands for the Mac's Command key. */
  keys: readonly string[];
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Also works while a text field has the focus, and in dialogs. */
  anywhere?: boolean;
}

export interface KeyGroup {
  title: string;
  commands: readonly KeyCommand[];
}

const groups = new Store<readonly KeyGroup[]>([]);

export const useKeyGroups = (): readonly KeyGroup[] => useStore(groups);

/** Adds shortcuts while the calling component is mounted. If two groups use the same key, the group added last wins. */
export function useKeys(title: string, commands: readonly KeyCommand[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const shown = commands.map(({ keys, label }) => `${keys.join(' ')}\t${label}`).join('\n');
  useEffect(() => {
    const group = {
      title,
      get commands() {
        return latest.current;
      },
    };
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((each) => each !== group));
  }, [title, shown]);
}

/** `Ctrl+K`, `?`, `Shift+ArrowLeft`. `Shift+` is left out for symbols such as `?`, whose key already implies it. */
export function keyOf(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isSymbol = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  return [
    ctrlKey || metaKey ? 'Ctrl+' : '',
    altKey ? 'Alt+' : '',
    shiftKey && !isSymbol ? 'Shift+' : '',
    name === ' ' ? 'Space' : name,
  ].join('');
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null);

/** Controls that handle Enter and Space themselves. */
const CONTROL =
  'button, a, input, select, textarea, [role=menu], [role=listbox], [role=slider], [role=dialog]';

function isTaken(event: KeyboardEvent, key: string): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (
    isTyping(target) ||
    target.closest('[role=dialog], [role=menu], [role=listbox]:not([aria-multiselectable])')
  )
    return true;
  return ['Enter', 'Space'].includes(key) && target.matches(CONTROL);
}

export function runKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = keyOf(event);
  for (const { commands } of groups.get().toReversed()) {
    const command = commands.find(({ keys }) =>
      keys.some((each) => each.toLowerCase() === key.toLowerCase()),
    );
    if (!command || (!command.anywhere && isTaken(event, key))) continue;
    event.preventDefault();
    command.run(event);
    return;
  }
}
