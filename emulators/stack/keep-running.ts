import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningFunction } from './function.ts';

/** Backoff for a function that does not start, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/**
 * Restarts a function whenever its process ends, as the platform replaces a lost instance.
 * @param report called with one sentence each time
 * @returns stops restarting it
 */
export function keepRunning(running: RunningFunction, report: (sentence: string) => void): () => void {
  let isKept = true;
  const keep = async () => {
    while (isKept) {
      await running.ended();
      if (isKept) await bringBack(running, report, () => isKept);
    }
  };
  void keep();
  return () => {
    isKept = false;
  };
}

async function bringBack(
  running: RunningFunction,
  report: (sentence: string) => void,
  isKept: () => boolean,
): Promise<void> {
  for (let wait = FIRST_WAIT; isKept(); wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      await running.restart();
      return report('its process had ended: started again');
    } catch (error) {
      report((error as Error).message);
      await sleep(wait, undefined, { ref: false });
    }
  }
}
