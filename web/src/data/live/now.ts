import { useEffect } from 'react';
import { Store, useStore } from './store.ts';

/** The current time, for texts such as `3 minutes ago`. All share one timer, which stops when none of them is on the page. */
const now = new Store(Date.now());
let readers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Unix milliseconds, about once a second. */
export function useNow(): number {
  useEffect(() => {
    readers += 1;
    timer ??= setInterval(() => now.set(Date.now()), 1000);
    now.set(Date.now());
    return () => {
      readers -= 1;
      if (readers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return useStore(now);
}
