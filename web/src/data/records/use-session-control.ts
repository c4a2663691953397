import { useState } from 'react';
import { service } from '../service.ts';

/** Starts and stops a monitor. The promises of `start` and `stop` reject with a SightlineError. */
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
