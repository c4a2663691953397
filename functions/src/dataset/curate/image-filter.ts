/** Which images of a dataset, and which page of them: filters of queries and of bodies (Contract 9). */
import * as z from 'zod/mini';
import { SET_TYPES } from '../../../../packages/records/src/lists.ts';
import { LATEST } from '../../common/counters/timeline-group.ts';
import { about, oneOrMore, part } from '../../common/http/input/fields.ts';
import { flag, limit, optionalFlag } from '../../common/http/input/query-fields.ts';
import { isId } from '../../common/ids.ts';
import { combinationsOf, MOST_COMBINATIONS } from '../../common/images/filter-values.ts';
import type { ImageFilter, PagePlace } from '../../common/ports.ts';
import { readPlace } from './place.ts';

export const idText = (name: string, description: string) =>
  z.optional(z.string().check(z.refine(isId, `${name} must be an id`))).check(about(description));

const NO_TIME = 'must be a time in Unix milliseconds';

const time = (name: string, description: string) =>
  z
    .optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,16}$/, `${name} ${NO_TIME}`)),
        z.pipe(z.transform(Number), z.number().check(z.lte(LATEST, `${name} ${NO_TIME}`))),
      ),
    )
    .check(about(description, { type: 'integer', minimum: 0, maximum: LATEST, pattern: undefined }));

const NO_PLACE = 'after must be `next` of a page';

export const after = z
  .pipe(
    z.optional(z.string()),
    z.transform((text, context): PagePlace | null => {
      if (text === undefined) return null;
      const place = readPlace(text);
      if (place === null) context.issues.push({ code: 'custom', message: NO_PLACE, input: text });
      return place;
    }),
  )
  .check(about('`next` of the previous page.', { type: 'string' }));

const paging = {
  limit: limit(200, 'Maximum number of images per page.'),
  after,
  thumbnails: flag('thumbnails', 'Adds the thumbnail of each image, as a data URI.'),
};

const anyId = (name: string, description: string) => {
  const flaw = `${name} must be an id, or at most ${MOST_COMBINATIONS} of them`;
  const value = z.string().check(z.refine(isId, flaw));
  return oneOrMore(MOST_COMBINATIONS, flaw, value).check(about(`${description} Of several, any of them.`));
};

const NO_SET = `set must be one of ${SET_TYPES.join(', ')}`;

const filterIds = {
  tag: anyId('tag', 'Tag id: images that have it as their class, in an annotation or in a mask.'),
  session: idText(
    'session',
    'Session id, or `day-YYYY-MM-DD` for the images of that day (UTC) without a session.',
  ),
  monitor: anyId('monitor', 'Monitor id.'),
  set: oneOrMore(MOST_COMBINATIONS, NO_SET, z.enum(SET_TYPES)).check(about('Of several, any of them.')),
};

const isAnswerable = z.refine<ImageFilter>(
  (filter) => combinationsOf(filter) >= 1 && combinationsOf(filter) <= MOST_COMBINATIONS,
  `tag, set and monitor must have 1 to ${MOST_COMBINATIONS} combinations of values`,
);

export const listQuery = z
  .object({
    ...filterIds,
    labelled: optionalFlag(
      'labelled',
      'True: only images with a tag, an annotation or a mask, or of which a person has said that there is nothing in them; false: only the others.',
    ),
    checked: optionalFlag(
      'checked',
      'True: only images that a person has judged as they are now; false: only the others.',
    ),
    from: time('from', 'Unix milliseconds: images from this time or later.'),
    to: time('to', 'Unix milliseconds: images from this time or earlier.'),
    ...paging,
  })
  .check(isAnswerable);

/** When an image came into the trash is always a timestamp. */
export const trashQuery = z.object({
  ...paging,
  after: after.check(z.refine((place) => typeof place?.date !== 'number', NO_PLACE)),
});

export const whole = (name: string, description: string) => {
  const flaw = `${name} must be a whole number, 0 or more`;
  return z.int(flaw).check(z.gte(0, flaw), z.lte(LATEST, flaw), about(description));
};

const yesOrNo = (name: string) => z.optional(z.boolean(`${name} must be true or false`));

const timeNumber = (name: string) => {
  const flaw = `${name} ${NO_TIME}`;
  return z.optional(z.int(flaw).check(z.gte(0, flaw), z.lte(LATEST, flaw), about('Unix milliseconds.')));
};

const filterMembers = {
  ...filterIds,
  labelled: yesOrNo('labelled'),
  checked: yesOrNo('checked'),
  from: timeNumber('from'),
  to: timeNumber('to'),
};

/** The filters of `listQuery`, in a body. */
export const imageFilter = part(filterMembers, 'filter must be an object').check(
  isAnswerable,
  z.meta({ id: 'Filter', description: 'Images that a list with these filters has; all without any.' }),
);

export const selection = part(
  {
    ...filterMembers,
    shown: whole('shown', 'How many images were shown. If more are found, nothing is changed.'),
    at: whole(
      'at',
      '`at` of the list that was shown, of the last hour: the images of that time are changed.',
    ),
  },
  'select must be an object',
).check(
  isAnswerable,
  z.meta({ id: 'Selection', description: 'All images that a list with these filters has.' }),
);
