/** Removes rejected images after their 7 days (Contract 9: GET trash); called every minute. */

import { trash } from '../../common/adapters/firestore/images/trash.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { log, logging } from '../../common/log.ts';
import { purgeImage } from './purge-image.ts';

/** Images removed at once. */
const PARALLEL = 8;

/**
 * Continues where the previous call stopped, and stops at `end`. An image that cannot be removed is left for the next call.
 * @param now, end Unix milliseconds
 */
export async function purgeTrash({ now, end }: { now: number; end: number }): Promise<void> {
  let purged = 0;
  for await (const due of trash.due(now)) {
    await inParallel(due, PARALLEL, async (trashed) => {
      const failed = logging('ERROR', 'image not purged', { image: trashed.record.id });
      if (await purgeImage(trashed).catch(failed)) purged += 1;
    });
    if (Date.now() > end) break;
  }
  if (purged > 0) log('INFO', 'trash purged', { images: purged });
}
