/** Handles versions that were not finished; called every minute. */
import { logging } from '../../common/log.ts';
import type { Versions } from '../../common/versions/version-ports.ts';
import { MOMENT_LIFE, TOO_LATE } from './moment-life.ts';

/**
 * Marks versions as failed if their records can no longer be read as of their creation. Before that, a retry of the request
 * completes them.
 * @param now Unix milliseconds
 */
export async function closeVersions(now: number, { versions }: { versions: Versions }): Promise<void> {
  for (const { dataset, number } of await versions.unfinished(now - MOMENT_LIFE)) {
    await versions
      .fail(dataset, number, TOO_LATE)
      .catch(logging('ERROR', 'version not closed', { dataset, number }));
  }
}
