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
});

export type MonitorFieldsChange = z.output<typeof monitorChangeBody>;
