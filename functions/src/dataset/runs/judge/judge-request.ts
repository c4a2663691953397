/** What requests about what runs are worth take (Contract 14). */

import * as z from 'zod/mini';
import { SET_TYPES, TRAINING_SETS } from '../../../../../packages/records/src/lists.ts';
import { about, id, members, oneOf } from '../../../common/http/input/fields.ts';
import { limit } from '../../../common/http/input/query-fields.ts';
import { isId } from '../../../common/ids.ts';
import { startQuery } from '../../job/follow-job.ts';
import { numberOrLatest, versionNumber } from '../../version/show-version.ts';
import { ORDERS } from './run-index.ts';

/** In hundredths: each value has a report of its own. */
const share = (name: string, description: string) => {
  const flaw = `${name} must be a number from 0 to 1 with at most two decimals`;
  const isHundredths = (value: number): boolean => Math.round(value * 100) / 100 === value;
  return z
    .optional(z.number(flaw).check(z.gte(0, flaw), z.lte(1, flaw), z.refine(isHundredths, flaw)))
    .check(about(description, { multipleOf: 0.01 }));
};

const SET = 'The set of the version whose images count.';

export const evaluateBody = members({
  version: numberOrLatest,
  set: z._default(oneOf('set', TRAINING_SETS), 'TEST').check(about(SET)),
  iou: share(
    'iou',
    'What a right prediction overlaps at least (intersection over union): 0.5 if absent. Average precision has its own overlaps. Not for images with classes.',
  ),
  threshold: share(
    'threshold',
    'Predictions with lower scores are not in the confusion matrix: 0.5 if absent, for images with classes 0.',
  ),
});

const LIMITS = 'point takes either escapes or falseRejects';

const NO_LIMIT = 'escapes and falseRejects must be numbers from 0 to 1';

const allowed = z.number(NO_LIMIT).check(z.gte(0, NO_LIMIT), z.lte(1, NO_LIMIT));

export const pointBody = members({
  version: numberOrLatest,
  set: z._default(oneOf('set', TRAINING_SETS), 'TEST').check(about(SET)),
  escapes: z.optional(allowed).check(about('How many of the bad ones may be called good, as a share.')),
  falseRejects: z.optional(allowed).check(about('How many of the good ones may be called bad, as a share.')),
}).check(
  z.refine(({ escapes, falseRejects }) => (escapes === undefined) !== (falseRejects === undefined), LIMITS),
);

export type EvaluateBody = z.output<typeof evaluateBody>;

/** A tag; `''`, which no tag is called, for nothing. */
const tagOrNothing = (name: string, description: string) =>
  z
    .optional(
      z.pipe(
        z.string().check(z.refine((text) => text === '' || isId(text), `${name} must be a tag id or empty`)),
        z.transform((text) => (text === '' ? null : text)),
      ),
    )
    .check(about(description, { type: 'string' }));

const NO_SCORE = 'minScore must be a number from 0 to 1';

const order = () =>
  z
    ._default(oneOf('order', ORDERS), 'disagreement')
    .check(about('Highest first; docs/train/models.md says what each means.'));

const NO_RUN = 'against must be the number of a run';

export const runImagesQuery = z.object({
  order: order(),
  class: tagOrNothing('class', 'Tag id: images with such a label. Empty: predictions without label.'),
  predicted: tagOrNothing(
    'predicted',
    'Tag id: images with such a prediction; with `class`, at such a label. Empty: labels without prediction.',
  ),
  minScore: z
    .optional(
      z.pipe(z.string().check(z.regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, NO_SCORE)), z.transform(Number)),
    )
    .check(about('Of the prediction.', { type: 'number', minimum: 0, maximum: 1, pattern: undefined })),
  set: z.optional(oneOf('set', SET_TYPES)),
  against: z
    .optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, NO_RUN)), z.transform(Number)))
    .check(
      about(
        'Number of another run: only images of which both say something and this one has more of the order than the other, largest difference first.',
        { type: 'string' },
      ),
    ),
  image: z
    .optional(z.string().check(z.refine(isId, 'image must be an image id')))
    .check(about('Only this image, also where the order would leave it out.', { type: 'string' })),
  limit: limit(200, 'Maximum number of images per page.'),
  after: z
    ._default(z.nullable(z.string().check(z.refine(isId, 'after must be `next` of a page'))), null)
    .check(about('`next` of the page before.', { type: 'string', default: undefined })),
});

export type RunImagesQuery = z.output<typeof runImagesQuery>;

const whichRun = (description: string) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/), about(description, { example: '1' })),
    z.transform(Number),
  );

export const comparePath = z.object({
  dataset_id: id('Dataset id'),
  run: whichRun('Number of a run.'),
  other: whichRun('Number of the run that it is compared with.'),
});

export const compareQuery = z.object({
  version: versionNumber().check(
    about('Number of the version, or `latest`: the last ready one.', { example: 'latest' }),
  ),
  set: z._default(oneOf('set', TRAINING_SETS), 'TEST').check(about(SET)),
  ...startQuery.shape,
});

const MOST_REVIEWED = 500;
const NO_COUNT = `count must be a whole number from 1 to ${MOST_REVIEWED}`;

export const reviewBody = members({
  order: order(),
  count: z.int(NO_COUNT).check(z.gte(1, NO_COUNT), z.lte(MOST_REVIEWED, NO_COUNT), about('Images.')),
  spread: z
    ._default(oneOf('spread', ['session', 'none']), 'session')
    .check(about('`session`: one of each session in turns, because images of one session are alike.')),
});
