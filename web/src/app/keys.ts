/** Keyboard shortcuts and commands of a page. `?` lists the keys, which are ignored while a text field has the focus. */
import { useEffect, useRef } from 'react';
import { Store, useStore } from '../data/live/store.ts';
import type { Command } from '../ui/command.ts';

/** An entry of the command menu. */
interface Entry {
  label: string;
  run: () => void;
}

export interface KeyCommand {
  /** Values of `KeyboardEvent.key`, optionally after `Ctrl+` or `Shift+`. `Ctrl` also stands for the Mac's Command key. */
  keys: readonly string[];
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Also works while a text field has the focus, and in dialogs. */
  anywhere?: boolean;
  isDisabled?: boolean;
  /** In the command menu: only what needs no key has one. */
  entry?: Entry;
}

export interface KeyGroup {
  title: string;
  commands: readonly KeyCommand[];
}

const groups = new Store<readonly KeyGroup[]>([]);

export const useKeyGroups = (): readonly KeyGroup[] => useStore(groups);

/** @returns a function that removes them. If two groups use the same key, the group added last wins */
export function addKeys(group: KeyGroup): () => void {
  groups.set([...groups.get(), group]);
  return () => groups.set(groups.get().filter((each) => each !== group));
}

/** Adds shortcuts while the calling component is mounted. */
export function useKeys(title: string, commands: readonly KeyCommand[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const shown = JSON.stringify(commands);
  useEffect(
    () =>
      addKeys({
        title,
        get commands() {
          return latest.current;
        },
      }),
    [title],
  );
  // Other commands keep their group's place: it would win over the groups that were added after it.
  useEffect(() => groups.set([...groups.get()]), [shown]);
}

/** @param go opens a page */
export function toKeyCommand(command: Command, go: (href: string) => void): KeyCommand {
  const { label, keys = [], under, isDisabled = false, once = false } = command;
  const run = command.run ?? (() => go(command.href));
  return {
    ...{ label, keys, isDisabled },
    run: ({ repeat }) => (once && repeat) || run(),
    entry: { label: under === undefined ? label : `${under}: ${label}`, run },
  };
}

/** The list of shortcuts: by title, those of the page first. */
export function listKeys(all: readonly KeyGroup[]): KeyGroup[] {
  const merged = new Map<string, KeyCommand[]>();
  for (const { title, commands } of all.toReversed()) {
    const withKeys = commands.filter(({ keys }) => keys.length > 0);
    if (withKeys.length > 0) merged.set(title, [...(merged.get(title) ?? []), ...withKeys]);
  }
  return [...merged].map(([title, commands]) => ({ title, commands }));
}

/** What the command menu offers: what can be done now, on this page first. */
export const listEntries = (all: readonly KeyGroup[]): Entry[] =>
  all
    .toReversed()
    .flatMap(({ commands }) =>
      commands.flatMap(({ entry, isDisabled }) => (entry && !isDisabled ? [entry] : [])),
    );

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
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null);

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
    const command = commands.find(
      ({ keys, isDisabled }) => !isDisabled && keys.some((each) => each.toLowerCase() === key.toLowerCase()),
    );
    if (!command || (!command.anywhere && isTaken(event, key))) continue;
    event.preventDefault();
    command.run(event);
    return;
  }
}
