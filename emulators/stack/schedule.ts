import type { RunningFunction } from './function.ts';
import { HOST } from './ports.ts';

/** Calls a scheduled function like Cloud Scheduler. @returns the HTTP status */
export async function triggerScheduled({ port }: Pick<RunningFunction, 'port'>): Promise<number> {
  const response = await fetch(`http://${HOST}:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cloudscheduler': 'true' },
    body: '{}',
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Calls it at this interval in milliseconds, never twice at once; a failure is ignored until the next call.
 * @returns stops it
 */
export function triggerEvery(milliseconds: number, scheduled: RunningFunction): () => void {
  let isCalling = false;
  const call = async () => {
    if (isCalling || !scheduled.isRunning()) return;
    isCalling = true;
    await triggerScheduled(scheduled).catch(() => {});
    isCalling = false;
  };
  const timer = setInterval(() => void call(), milliseconds);
  return () => clearInterval(timer);
}
