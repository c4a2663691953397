/** Request schemas of the routes that create and change monitors (Contract 9). */
import * as z from 'zod/mini';
import { about, members } from '../../common/http/input/fields.ts';
import { listAfter, listLimit } from '../../common/http/input/list-query.ts';
import { chosenId, nameField } from '../../common/http/input/name-fields.ts';

const name = nameField('name').check(about('Name for people.'));

const dataset = z.nullable(
  z
    .string('dataset must be an id or null')
    .check(about('Id of the dataset for frames that do not name one. The caller must be an editor of it.')),
);

const SHARE = 'review must be a number from 0 to 100';

const review = z
  .number(SHARE)
  .check(z.gte(0, SHARE), z.lte(100, SHARE), about('Percentage of new frames that are put into REVIEW.'));

/** A camera may send one frame in a week, or hundreds a second. */
const SLOWEST = 0.001;
const FASTEST = 60_000;
const PACE = `expected must be a number from ${SLOWEST} to ${FASTEST}, or null`;

const expected = z
  .nullable(z.number(PACE).check(z.gte(SLOWEST, PACE), z.lte(FASTEST, PACE)))
  .check(
    about(
      'Frames per minute that its camera sends. Null: as many as in its last session. It is silent or slow by this.',
    ),
  );

export const monitorsQuery = z.object({ limit: listLimit, after: listAfter });

export const newMonitorBody = members({
  name,
  dataset: z._default(dataset, null),
  review: z._default(review, 0),
  id: chosenId,
});

export type MonitorFields = z.output<typeof newMonitorBody>;

export const monitorChangeBody = members({
  name: z.optional(name),
  dataset: z.optional(dataset),
  review: z.optional(review),
  expected: z.optional(expected),
});

export type MonitorFieldsChange = z.output<typeof monitorChangeBody>;
