/** Answers of the routes that look for images by what they look like (Contract 15). */
import * as z from 'zod/mini';
import type { Answers } from '../../../common/http/answers.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';

const distance = z
  .number()
  .check(z.gte(0), about('Of what the pictures look like; only to be compared within a dataset.'));

const found = z
  .object({
    image: z.string(),
    copies: z.optional(z.array(z.string())).check(about('Of `duplicates`: the other images of the group.')),
    distance: z
      .optional(distance)
      .check(about('How far it is from the others, or from the good ones. Of `outliers` and `unusual`.')),
    tag: z.optional(z.string()).check(about('Of `wrong`: its class.')),
    instead: z.optional(z.string()).check(about('Of `wrong`: the class that the others speak for.')),
    share: z
      .optional(z.number().check(z.gte(0), z.lte(1)))
      .check(about('Of `wrong`: how likely that one is.')),
  })
  .check(z.meta({ id: 'FoundImage' }));

export const findAnswers: Answers = {
  findSimilar: {
    summary: 'List the images that look most like one',
    description: 'Of those that have been looked at, in all sets, without the image itself.',
    success: ok(
      'Nearest first.',
      doneWith({
        images: z.array(z.object({ image: z.string(), distance }).check(z.meta({ id: 'SimilarImage' }))),
      }),
    ),
    errors: ['dataset not found', 'image not found', 'suggest refused', 'bad parameter'],
  },
  findImages: {
    summary: 'Find near copies, outliers, wrong labels, or what is unusual',
    description:
      'First those that need a look most, of near copies the largest groups. Images that are gone are left out, so that a page may have fewer than `limit`.',
    success: ok(
      'A page.',
      doneWith({
        images: z.array(found),
        next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
      }),
    ),
    errors: ['dataset not found', 'tag not found', 'suggest refused', 'bad parameter'],
  },
};
