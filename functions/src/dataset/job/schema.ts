/** What requests for jobs take, and what is shown of them (Contract 18). */
import * as z from 'zod/mini';
import { JOB_KINDS, JOB_STATES } from '../../../../packages/records/src/lists.ts';
import { PLACE } from '../../common/adapters/firestore/hooks/feed.ts';
import { EVENTS } from '../../common/hooks/hook-ports.ts';
import { doneWith } from '../../common/http/done-answers.ts';
import { about, id, oneOf } from '../../common/http/input/fields.ts';
import type { Success } from '../../common/http/operation.ts';
import { lazy } from '../../common/lazy.ts';
import { afterNumber, limit } from '../schema.ts';

const MOST = 50;
const WAIT = `wait must be a whole number from 0 to ${MOST}`;

/** @param usual seconds without the parameter */
const wait = (usual: number, description: string) =>
  z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^\d{1,2}$/, WAIT)),
        z.pipe(z.transform(Number), z.number().check(z.lte(MOST, WAIT))),
      ),
      usual,
    )
    .check(
      about(description, { type: 'integer', minimum: 0, maximum: MOST, default: usual, pattern: undefined }),
    );

/** Of whatever starts a job: less than the 60 s after which Hosting gives up. */
export const startQuery = z.object({
  wait: wait(40, 'Seconds that the answer waits for the result. If it takes longer, it is 202 and the job.'),
});

export const jobPath = z.object({
  dataset_id: id('Dataset id'),
  job: z.string().check(about('Number of the job.', { pattern: '^[1-9][0-9]{0,8}$', example: '1' })),
});

export const jobsQuery = z.object({
  state: z.optional(oneOf('state', JOB_STATES)).check(about('Only jobs in this state.')),
  kind: z.optional(oneOf('kind', JOB_KINDS)).check(about('Only jobs of this kind.')),
  limit: limit(200, 'Jobs of a page.'),
  after: afterNumber('job'),
});

export const jobQuery = z.object({
  wait: wait(
    0,
    'Seconds that the answer waits for something to change. That of a job that is over does not.',
  ),
});

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
  wait: wait(0, 'Seconds that the answer waits until something has happened.'),
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

const millis = (description: string) => z.nullable(z.number()).check(about(description));

export const job = lazy(() =>
  z
    .object({
      number: z.int().check(z.gte(1)),
      kind: z.enum(JOB_KINDS),
      state: z.enum(JOB_STATES),
      input: z.record(z.string(), z.unknown()).check(about('What it works on; of a version: its number.')),
      done: z.int().check(z.gte(0), about('How much of `total` is done: images.')),
      total: z.nullable(z.int()).check(about('Null until it is known.')),
      message: z.string().check(about('What it is at.')),
      result: z
        .nullable(z.record(z.string(), z.unknown()))
        .check(about('Once it is done: what the route that started it answers.')),
      reason: z.string().check(about("Why it failed; `''` otherwise.")),
      by: z.string().check(about("uid of who started it; `''` for nobody that is known.")),
      createdAt: z.number().check(about('Unix milliseconds.')),
      startedAt: millis('Unix milliseconds; null until it runs.'),
      endedAt: millis('Unix milliseconds; null until it ends.'),
    })
    .check(z.meta({ id: 'Job', description: 'Long work, which goes on by itself.' })),
);

/** The other answer of whatever starts a job. */
export const underWay = (): Readonly<Record<number, Success>> => ({
  202: {
    description: 'It is not done yet, and goes on by itself. The same `Idempotency-Key` finds the same job.',
    schema: doneWith({ job: job() }),
  },
});
