import { useState } from 'react';
import { service } from './service.ts';

/** Starts and stops a monitor. @throws SightlineError in what they return, where it did not work */
export function useSessionControl(monitor: string) {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    start: () => run(() => service().monitors(monitor).start()),
    stop: () => run(() => service().monitors(monitor).stop()),
  };
}
