import type { output } from 'zod/mini';
import { endOfFeed, readFeed } from '../../common/adapters/firestore/hooks/feed.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { lookUntil } from './follow-job.ts';
import type { eventsQuery } from './schema.ts';

/**
 * What has happened in a dataset in the last seven days (Contract 18), at once or when something has.
 * @returns `next`: `after` of the next call; null while nothing has happened
 * @throws HttpError `dataset not found`
 */
export async function listEvents({
  query: { after, types, limit, wait },
  signal,
  ...target
}: Target & { query: output<typeof eventsQuery>; signal: AbortSignal }) {
  const { id } = await requireDataset(target, 'viewer', datasets);
  const begin = after === 'latest' ? await endOfFeed(id) : { events: [], next: after ?? null };
  if (after === 'latest' && wait === 0) return begin;
  return lookUntil(
    () => readFeed(id, { after: begin.next, types, limit }),
    ({ events }) => events.length > 0,
    { wait, signal },
  );
}
