import { useEffect } from 'react';

/** Keeps the screen on, where the browser can: a phone that sleeps takes no pictures. */
export function useAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    // It ends whenever the page is hidden.
    const ask = () =>
      void navigator.wakeLock.request('screen').then(
        (got) => {
          lock = got;
          if (isOver) void got.release();
        },
        () => {},
      );
    const onShown = () => document.hidden || ask();
    ask();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onShown);
      void lock?.release();
    };
  }, [isWanted]);
}
