/** What answers show of images, and of changes to them (Contract 9). */

import * as z from 'zod/mini';
import { imageRecord } from '../../../../packages/records/src/image.ts';
import { DECISIONS, SET_TYPES } from '../../../../packages/records/src/lists.ts';
import { settingsOf } from '../../../../packages/records/src/record.ts';
import { doneWith } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';

const unit = () => z.number();

const set = lazy(() => z.enum(SET_TYPES));

const gsUri = lazy(() => z.string().check(about('`gs://` uri.')));

export const millis = lazy(() => z.number().check(about('Unix milliseconds.')));

const annotation = lazy(() =>
  z
    .object({
      type: z.enum(['rect', 'mask', 'point']),
      tag: z.string().check(about('Tag id.')),
      x: unit(),
      y: unit(),
      w: unit(),
      h: unit(),
      labeled: z.enum(['manual', 'inference']),
    })
    .check(z.meta({ id: 'Annotation', description: 'x, y, w, h: 0 to 1 of the upright image.' })),
);

const suggestedClass = lazy(() =>
  z
    .object({
      labeled: z.literal('inference'),
      run: z.string().check(about('Name of the run.')),
      acceptance: z.string().check(about('Id.')),
    })
    .check(z.meta({ id: 'SuggestedClass' })),
);

const maskId = lazy(() =>
  z.string().check(about('Names the mask within the image: there may be several of a tag.')),
);

/** Fields of an image in lists. */
export const listed = lazy(() => ({
  id: z.string(),
  uri: gsUri(),
  name: z.string(),
  ...Object.fromEntries(
    settingsOf(imageRecord).map(([name, meaning]) => [name, z.string().check(about(meaning))]),
  ),
  tag: z.nullable(z.string()).check(about('Tag id; null if the image is unlabelled.')),
  tags: z.array(annotation()),
  masks: z.array(z.object({ id: maskId(), tag: z.string(), uri: gsUri() })),
  set: set(),
  setBefore: z.nullable(set()).check(about('While in REVIEW: the set that it was in before.')),
  review: z
    .nullable(
      z.object({
        by: z.string().check(about('Uid of the person.')),
        at: millis(),
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
  date: millis(),
  monitor: z.nullable(z.string()),
  session: z.string().check(about("Session id, or `''`.")),
  width: z.number().check(about('Upright, in pixels.')),
  height: z.number(),
  revision: z
    .int()
    .check(z.gte(0), about('How often people or updateTags have changed it. Send it as `seen` of a change.')),
  suggested: z
    .optional(suggestedClass())
    .check(about('Its class was suggested and accepted in bulk; no person has checked it.')),
  thumbnail: z.optional(z.string()).check(about('Data URI of a WebP, if thumbnails were requested.')),
}));

export const listedImage = lazy(() => z.object(listed()).check(z.meta({ id: 'ListedImage' })));

export const rejected = lazy(() => ({
  at: millis().check(about('When it was rejected, Unix milliseconds.')),
  by: z.string().check(about("Uid of the person who rejected it; `''` if unknown.")),
  until: millis().check(about('When it is permanently deleted, Unix milliseconds.')),
}));

const outcome = lazy(() =>
  z
    .object({
      image: z.string(),
      outcome: z.enum(['done', 'stale', 'not found', 'invalid']),
      revision: z.int().check(z.gte(0), about('Current revision; 0 if there is no such image.')),
      reason: z.optional(z.string()).check(about('Why the change is invalid.')),
    })
    .check(z.meta({ id: 'ImageOutcome' })),
);

export const outcomes = lazy(() =>
  z.array(outcome()).check(about('One per requested image, in the order of the request.')),
);

const url = lazy(() => z.string().check(about('A URL that needs no credentials.')));

export const link = lazy(() =>
  z
    .object({
      url: url(),
      masks: z.array(z.object({ id: maskId(), tag: z.string().check(about('Tag id.')), url: url() })),
    })
    .check(z.meta({ id: 'ImageLink' })),
);

export const next = lazy(() =>
  z.nullable(z.string()).check(about('Send it as `after` to get the next page; null on the last page.')),
);

const whole = () => z.int().check(z.gte(0));

const changeId = lazy(() => z.string().check(about('Id of the change: `undo` takes it back.')));

export const selectionChanged = lazy(() =>
  doneWith({
    change: changeId(),
    found: whole().check(about('Images that fitted the filter at that time.')),
    done: whole().check(about('Those that are changed.')),
    stale: whole().check(about('Those that had been changed since, or are gone. They stay as they are.')),
    invalid: whole().check(about('Those for which the change is not possible.')),
  }).check(z.meta({ id: 'SelectionChanged' })),
);

export const selectionUndone = lazy(() =>
  doneWith({
    change: changeId(),
    restored: whole().check(about('Images that are again as they were.')),
    changed: whole().check(about('Images that somebody has changed since. They stay as they are.')),
  }).check(z.meta({ id: 'SelectionUndone' })),
);
