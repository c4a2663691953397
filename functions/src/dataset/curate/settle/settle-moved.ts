import type { MovedImage } from '../../../common/images/curate-ports.ts';
import { logging } from '../../../common/log.ts';

/**
 * Updates sessions and the live state after images entered or left them, then removes the tombstones. Never rejects, because
 * the records are already committed. The client of the Realtime Database is loaded only then.
 * @param steps images of each commit
 */
export async function settleMoved(steps: readonly (readonly MovedImage[])[]): Promise<void> {
  if (steps.flat().length === 0) return;
  await import('./settle-now.ts')
    .then(({ settleNow }) => settleNow(steps))
    .catch(logging('WARNING', 'sessions not settled'));
}
