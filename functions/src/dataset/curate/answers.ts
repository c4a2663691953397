/** Answers of the routes of Contract 9 for a dataset's images. */

import * as z from 'zod/mini';
import { SET_TYPES } from '../../../../packages/records/src/lists.ts';
import type { Answers } from '../../common/http/answers.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { DECISIONS } from '../../common/model.ts';

const unit = () => z.number();
const set = z.enum(SET_TYPES);
const gsUri = z.string().check(about('`gs://` uri.'));
const millis = z.number().check(about('Unix milliseconds.'));

const annotation = z
  .object({
    type: z.enum(['rect', 'mask', 'point']),
    tag: z.string().check(about('Tag id.')),
    x: unit(),
    y: unit(),
    w: unit(),
    h: unit(),
    labeled: z.enum(['manual', 'inference']),
  })
  .check(z.meta({ id: 'Annotation', description: 'x, y, w, h: 0 to 1 of the upright image.' }));

const suggestedClass = z
  .object({
    labeled: z.literal('inference'),
    run: z.string().check(about('Name of the run.')),
    acceptance: z.string().check(about('Id.')),
  })
  .check(z.meta({ id: 'SuggestedClass' }));

const maskId = z.string().check(about('Names the mask within the image: there may be several of a tag.'));

/** Fields of an image in lists. */
export const listed = {
  id: z.string(),
  uri: gsUri,
  name: z.string(),
  tag: z.nullable(z.string()).check(about('Tag id; null if the image is unlabelled.')),
  tags: z.array(annotation),
  masks: z.array(z.object({ id: maskId, tag: z.string(), uri: gsUri })),
  set,
  setBefore: z.nullable(set).check(about('While in REVIEW: the set that it was in before.')),
  review: z
    .nullable(
      z.object({
        by: z.string().check(about('Uid of the person.')),
        at: millis,
        decision: z.enum(DECISIONS),
      }),
    )
    .check(about('The last decision about the image.')),
  checked: z
    .boolean()
    .check(about('A person has judged the image as it is now. Without any label: there is nothing in it.')),
  confirmed: z
    .optional(z.literal(true))
    .check(about('While `checked`: a person has accepted it outside REVIEW, where it had a label already.')),
  date: millis,
  monitor: z.nullable(z.string()),
  session: z.string().check(about("Session id, or `''`.")),
  width: z.number().check(about('Upright, in pixels.')),
  height: z.number(),
  revision: z
    .int()
    .check(z.gte(0), about('How often people or updateTags have changed it. Send it as `seen` of a change.')),
  suggested: z
    .optional(suggestedClass)
    .check(about('Its class was suggested and accepted in bulk; no person has checked it.')),
  thumbnail: z.optional(z.string()).check(about('Data URI of a WebP, if thumbnails were requested.')),
};

const listedImage = z.object(listed).check(z.meta({ id: 'ListedImage' }));

const rejected = {
  at: millis.check(about('When it was rejected, Unix milliseconds.')),
  by: z.string().check(about("Uid of the person who rejected it; `''` if unknown.")),
  until: millis.check(about('When it is permanently deleted, Unix milliseconds.')),
};

const outcome = z
  .object({
    image: z.string(),
    outcome: z.enum(['done', 'stale', 'not found', 'invalid']),
    revision: z.int().check(z.gte(0), about('Current revision; 0 if there is no such image.')),
    reason: z.optional(z.string()).check(about('Why the change is invalid.')),
  })
  .check(z.meta({ id: 'ImageOutcome' }));

const outcomes = z.array(outcome).check(about('One per requested image, in the order of the request.'));

const url = z.string().check(about('A URL that needs no credentials.'));

const link = z
  .object({ url, masks: z.array(z.object({ id: maskId, tag: z.string().check(about('Tag id.')), url })) })
  .check(z.meta({ id: 'ImageLink' }));

const next = z
  .nullable(z.string())
  .check(about('Send it as `after` to get the next page; null on the last page.'));

const whole = () => z.int().check(z.gte(0));
const changeId = z.string().check(about('Id of the change: `undo` takes it back.'));
const left = whole().check(about('Images that the next call goes on with; 0 once all is done.'));

const selectionChanged = doneWith({
  change: changeId,
  found: whole().check(about('Images that fitted the filter at that time.')),
  done: whole().check(about('Those that are changed.')),
  stale: whole().check(about('Those that had been changed since, or are gone. They stay as they are.')),
  invalid: whole().check(about('Those for which the change is not possible.')),
  left,
}).check(z.meta({ id: 'SelectionChanged' }));

const selectionUndone = doneWith({
  change: changeId,
  restored: whole().check(about('Images that are again as they were.')),
  changed: whole().check(about('Images that somebody has changed since. They stay as they are.')),
  left,
}).check(z.meta({ id: 'SelectionUndone' }));

export const curateAnswers: Answers = {
  listImages: {
    summary: 'List images of a dataset',
    description:
      'Newest first, by date and then by id. Filters can be combined. Images that are added while you read pages neither repeat nor hide others.',
    success: ok(
      'A page.',
      doneWith({
        images: z.array(listedImage),
        next,
        at: millis.check(about('When it was read, Unix milliseconds. Send it with `select`.')),
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
  changeImages: {
    summary: 'Label images and decide about them',
    description:
      'Each change is made completely or not at all. `Idempotency-Key` identifies the request: if it is sent again with the same key within an hour, it gets the same answer and changes nothing twice. Without a key, the changes identify it if each of them has `seen`.\n\nInstead of `changes`: `select` and `change` change all images that a filter has shown, and `undo` takes that back. Such a call works for some seconds. Send the same with the same key until `left` is 0; twice is once. What has come after `at` is not touched.',
    success: ok(
      'The outcome of each change, or how far a selection is changed or taken back.',
      z.union([doneWith({ images: outcomes }), selectionChanged, selectionUndone]),
    ),
    errors: ['dataset not found', 'change not found', 'change refused', 'bad parameter'],
  },
  listTrash: {
    summary: 'List rejected images',
    description:
      'Most recently rejected first. Rejected images are in no list, export or counter, and are permanently deleted after 7 days.',
    success: ok(
      'A page.',
      doneWith({
        images: z.array(z.object({ ...listed, ...rejected }).check(z.meta({ id: 'TrashedImage' }))),
        next,
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
  restoreImages: {
    summary: 'Restore images from the trash',
    description:
      'Each image gets all its fields back. An image that exists and is not in the trash is `done`.',
    success: ok('The outcome of each change.', doneWith({ images: outcomes })),
    errors: ['dataset not found', 'bad parameter'],
  },
  deleteTrashed: {
    summary: 'Delete rejected images for good',
    description: 'Before their 7 days are over. What is not in the trash is `not found` and stays as it is.',
    success: ok('The outcome of each image.', doneWith({ images: outcomes })),
    errors: ['dataset not found', 'bad parameter'],
  },
  linkImages: {
    summary: 'Get links to originals and masks',
    description:
      'For pages that show images. A link serves the stored bytes for 15 minutes. There is none for an image that is not in the dataset.',
    success: ok(
      'Links by image id.',
      doneWith({
        links: z.record(z.string(), link),
        expires: millis.check(about('When the links expire, Unix milliseconds.')),
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
};
