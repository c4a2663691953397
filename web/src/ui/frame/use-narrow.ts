import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 600px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone, where controls move from the bar into the page. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
