import * as z from 'zod/mini';
import { endOfFeed, PLACE, readFeed } from '../../common/adapters/firestore/hooks/feed.ts';
import { EVENTS } from '../../common/hooks/hook-ports.ts';
import { about } from '../../common/http/input/fields.ts';
import { limit } from '../../common/http/input/query-fields.ts';
import { lazy } from '../../common/lazy.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { lookUntil, waitField } from './follow-job.ts';

const NO_TYPES = `types must be of ${EVENTS.dataset.join(', ')}`;
const isEvent = (word: string): boolean => EVENTS.dataset.some((each) => each === word);

export const eventsQuery = z.object({
  after: z
    .optional(
      z
        .string()
        .check(
          z.refine(
            (text) => text === 'latest' || PLACE.test(text),
            'after must be `next` of an answer, or latest',
          ),
        ),
    )
    .check(about('`next` of an answer: what has happened since. `latest`: what happens from now on.')),
  types: z
    .optional(
      z.pipe(
        z.string().check(z.refine((text) => text.split(',').every(isEvent), NO_TYPES)),
        z.transform((text) => text.split(',')),
      ),
    )
    .check(
      about('Only events of these types, separated by commas.', { type: 'string', example: 'version.ready' }),
    ),
  limit: limit(100, 'Events of an answer.'),
  wait: waitField(0, 'Seconds that the answer waits until something has happened.'),
});

export const event = lazy(() =>
  z
    .object({
      id: z.string(),
      type: z.enum(EVENTS.dataset),
      at: z.number().check(about('Unix milliseconds.')),
      data: z.record(z.string(), z.unknown()).check(about('As docs/train/events.md says.')),
    })
    .check(z.meta({ id: 'FeedEvent', description: 'What has happened in a dataset.' })),
);

/**
 * What has happened in a dataset in the last seven days (Contract 18), at once or when something has.
 * @returns `next`: `after` of the next call; null while nothing has happened
 * @throws HttpError `dataset not found`
 */
export async function listEvents({
  query: { after, types, limit, wait },
  signal,
  ...target
}: Target & { query: z.output<typeof eventsQuery>; signal: AbortSignal }) {
  const { id } = await requireDataset(target, 'viewer');
  const begin = after === 'latest' ? await endOfFeed(id) : { events: [], next: after ?? null };
  if (after === 'latest' && wait === 0) return begin;
  return lookUntil(
    () => readFeed(id, { after: begin.next, types, limit }),
    ({ events }) => events.length > 0,
    { wait, signal },
  );
}
