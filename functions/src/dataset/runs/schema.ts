/** Request schemas of the routes for runs (Contract 14). Their messages are part of the answers. */
import * as z from 'zod/mini';
import { about, id, members } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';
import { afterNumber, limit } from '../schema.ts';

export const runPath = z.object({
  dataset_id: id('Dataset id'),
  run: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/), about('Number of the run.', { example: '1' })),
    z.transform(Number),
  ),
});

const NO_VERSION = 'trainedOn must be the number of a version';

export const newRunBody = members({
  name: nameField('name').check(about('For people.')),
  model: z
    ._default(
      z.union([nameField('model'), z.literal('')], 'model must be one line of at most 200 characters'),
      '',
    )
    .check(about('Whatever you call the model.')),
  trainedOn: z
    .optional(z.int(NO_VERSION).check(z.gte(1, NO_VERSION), z.lte(999_999_999, NO_VERSION)))
    .check(about('Number of the version that the model was trained on.')),
  live: z
    ._default(z.boolean('live must be true or false'), false)
    .check(about('An open run, which is told its predictions while images arrive.')),
});

export type NewRunBody = z.output<typeof newRunBody>;

export const runsQuery = z.object({ limit: limit(200, 'Runs of a page.'), after: afterNumber('run') });
