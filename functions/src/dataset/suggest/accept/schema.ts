/** Request schemas of the routes that accept suggestions (Contract 15). Their messages are part of the answers. */
import * as z from 'zod/mini';
import { about, id, listUpTo, members, part, reference } from '../../../common/http/input/fields.ts';

const NO_SHARE = 'atLeast must be a number from 0 to 1';
const NO_PRECISION = 'precision must be a number from 0.5 to 0.99';
const NO_TAG = 'tag must be a tag id';

export const acceptBody = members({
  atLeast: z
    .number(NO_SHARE)
    .check(z.gte(0, NO_SHARE), z.lte(1, NO_SHARE), about('Least score of the likeliest class.')),
  tag: z._default(
    z.nullable(reference(NO_TAG).check(about('Only images that are likely of this class.'))),
    null,
  ),
  precision: z
    ._default(z.number(NO_PRECISION).check(z.gte(0.5, NO_PRECISION), z.lte(0.99, NO_PRECISION)), 0.95)
    .check(about('Least share that must be right, with 95 % confidence.')),
});

export const acceptancePath = z.object({ dataset_id: id('Dataset id'), acceptance: id('Acceptance id') });

/** A sample has at most 299. */
const MOST_JUDGED = 500;
const NO_LIST = `judged must be a list of 1 to ${MOST_JUDGED}`;
const NO_REVISION = 'seen must be a revision: a whole number, 0 or more';

const judgedImage = part(
  {
    image: reference('image must be an image id').check(about('Image of the sample.')),
    seen: z
      .int(NO_REVISION)
      .check(
        z.gte(0, NO_REVISION),
        about('Its revision that you have seen; with another one it stays as it is.'),
      ),
    right: z.boolean('right must be true or false').check(about('Whether the suggested class is right.')),
    tag: z._default(
      z.nullable(
        reference('tag must be a tag id or null').check(
          about('The class of one that is not right; null: not known.'),
        ),
      ),
      null,
    ),
  },
  'a judgement must be {image, seen, right, tag?}',
);

export const judgedBody = members({
  judged: listUpTo(MOST_JUDGED, NO_LIST, z.array(judgedImage, NO_LIST).check(z.minLength(1, NO_LIST))),
});
