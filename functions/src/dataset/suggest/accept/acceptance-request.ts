/** What requests about acceptances take (Contract 15). */
import * as z from 'zod/mini';
import { about, id, listUpTo, members, part, reference } from '../../../common/http/input/fields.ts';
import { limit } from '../../../common/http/input/query-fields.ts';

const NO_SHARE = 'threshold must be a number from 0 to 1';
const NO_PRECISION = 'precision must be a number from 0.5 to 0.99';
/** Classes of a dataset that suggestions are about. */
const MOST_TAGS = 1000;
const NO_TAGS = `tags must be a list of 1 to ${MOST_TAGS} tag ids`;

export const acceptBody = members({
  threshold: z
    .number(NO_SHARE)
    .check(z.gte(0, NO_SHARE), z.lte(1, NO_SHARE), about('Least score of the likeliest class.')),
  tags: z._default(
    z.nullable(
      listUpTo(MOST_TAGS, NO_TAGS, z.array(reference(NO_TAGS), NO_TAGS).check(z.minLength(1, NO_TAGS))).check(
        about('Only images that are likely of these classes.'),
      ),
    ),
    null,
  ),
  precision: z
    ._default(z.number(NO_PRECISION).check(z.gte(0.5, NO_PRECISION), z.lte(0.99, NO_PRECISION)), 0.95)
    .check(about('Least share of each class that must be right, with 95 % confidence.')),
});

export const acceptancesQuery = z.object({
  limit: limit(100, 'Acceptances of a page.'),
  after: z._default(z.nullable(z.string().check(about('`next` of the page before.'))), null),
});

export const acceptancePath = z.object({ dataset_id: id('Dataset id'), acceptance: id('Acceptance id') });

/** What a person reviews for one acceptance: a record holds it, with the answers, in some 500 kB. */
export const MOST_REVIEWED = 2000;
const NO_LIST = `reviewed must be a list of 1 to ${MOST_REVIEWED}`;
const NO_REVISION = 'revision must be a whole number, 0 or more';

const reviewedImage = part(
  {
    image: reference('image must be an image id').check(about('Image of the sample.')),
    revision: z
      .int(NO_REVISION)
      .check(z.gte(0, NO_REVISION), about('The one that you have seen; with another one it stays as it is.')),
    correct: z.boolean('correct must be true or false').check(about('Whether the suggested class is right.')),
    tag: z._default(
      z.nullable(
        reference('tag must be a tag id or null').check(
          about('The class of one that is not correct; null: not known.'),
        ),
      ),
      null,
    ),
  },
  'an image must be {image, revision, correct, tag?}',
);

export const reviewedBody = members({
  reviewed: listUpTo(MOST_REVIEWED, NO_LIST, z.array(reviewedImage, NO_LIST).check(z.minLength(1, NO_LIST))),
});
