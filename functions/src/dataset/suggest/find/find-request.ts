/** What requests for images by what they look like take (Contract 15). */
import * as z from 'zod/mini';
import { about, id, oneOf } from '../../../common/http/input/fields.ts';
import { limit } from '../../../common/http/input/query-fields.ts';
import { after, idText } from '../../curate/image-filter.ts';

const MOST = 200;

export const similarPath = z.object({ dataset_id: id('Dataset id'), image: id('Image id') });

export const similarQuery = z.object({ limit: limit(MOST, 'Maximum number of images.') });

/** What can be found. */
export const FINDS = ['duplicates', 'outliers', 'wrong', 'unusual'] as const;

export const findQuery = z
  .object({
    kind: oneOf('kind', FINDS).check(
      about(
        '`duplicates`: near copies, a group in each entry. `outliers`: images that look like no other. `wrong`: labels that the others deny. `unusual`, in datasets of the type ANOMALY: images without a label that are far from the good ones.',
      ),
    ),
    good: idText(
      'good',
      'Of `unusual`: tag id of the good ones; if it is absent, the class with the most images.',
    ),
    limit: limit(MOST, 'Maximum number of images per page.'),
    after: after.check(
      z.refine((place) => place === null || typeof place.date === 'number', 'after must be `next` of a page'),
    ),
  })
  .check(
    z.refine(
      ({ kind, good }) => good === undefined || kind === 'unusual',
      'good is only for the kind unusual',
    ),
  );

export type FindQuery = z.output<typeof findQuery>;
