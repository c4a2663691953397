/** The `counters` function: shows counters that a frozen or killed process left unshown, every minute (Contract 2). */
import { counters } from './common/adapters/firestore/counters.ts';
import { describeError, log } from './common/log.ts';

/** Milliseconds to look back: twice the schedule's minute, and some more for one that was late. */
const LOOK_BACK = 150_000;

/** @returns ids of the datasets whose counters were published */
export async function publishMoved(): Promise<string[]> {
  const moved = await counters.movedSince(Date.now() - LOOK_BACK);
  for (const dataset of moved) {
    await counters.publish(dataset).catch((error: unknown) => {
      log('ERROR', 'counters not published', { dataset, reason: describeError(error) });
    });
  }
  return moved;
}
