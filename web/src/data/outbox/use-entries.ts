import { useSyncExternalStore } from 'react';
import { useStore } from '../live/store.ts';
import { currentOutbox } from './current.ts';
import type { Entry } from './entry.ts';

const NONE: readonly Entry[] = [];
const none = () => NONE;
const subscribeToNothing = () => () => {};

/** What this person's outbox has, the oldest first. */
export function useEntries(): readonly Entry[] {
  const outbox = useStore(currentOutbox);
  return useSyncExternalStore(outbox?.entries.subscribe ?? subscribeToNothing, outbox?.entries.get ?? none);
}

/** Number of changes that the service has not answered. */
export const useWaitingChanges = (): number => useEntries().filter(isWaitingChange).length;

export const isWaitingChange = (entry: Entry): boolean => !entry.refusal;
