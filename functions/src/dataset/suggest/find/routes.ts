/** Images by what they look like (Contract 15). Code that looks at pictures is loaded when it is first used. */

import * as z from 'zod/mini';
import { done } from '../../../common/http/done.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { type Operation, operation } from '../../../common/http/operation.ts';
import { lazy } from '../../../common/lazy.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { datasetPath, targetOf } from '../../require-dataset.ts';
import { findQuery, similarPath, similarQuery } from './find-request.ts';

const distance = lazy(() =>
  z.number().check(z.gte(0), about('Of what the pictures look like; only to be compared within a dataset.')),
);

const found = lazy(() =>
  z
    .object({
      image: z.string(),
      copies: z.optional(z.array(z.string())).check(about('Of `duplicates`: the other images of the group.')),
      distance: z
        .optional(distance())
        .check(about('How far it is from the others, or from the good ones. Of `outliers` and `unusual`.')),
      tag: z.optional(z.string()).check(about('Of `wrong`: its class.')),
      instead: z.optional(z.string()).check(about('Of `wrong`: the class that the others speak for.')),
      share: z
        .optional(z.number().check(z.gte(0), z.lte(1)))
        .check(about('Of `wrong`: how likely that one is.')),
    })
    .check(z.meta({ id: 'FoundImage' })),
);

const common = { refuse: refuseQuery, rate: 'export', readOnly: true } as const;

export const findRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'findSimilar',
    at: 'GET /:dataset_id/images/:image/similar',
    role: 'viewer of dataset',
    sample: () => ({ query: { limit: '5' } }),
    summary: 'List the images that look most like one',
    description: 'Of those that have been looked at, in all sets, without the image itself.',
    answers: () =>
      ok(
        'Nearest first.',
        doneWith({
          images: z.array(
            z.object({ image: z.string(), distance: distance() }).check(z.meta({ id: 'SimilarImage' })),
          ),
        }),
      ),
    errors: ['dataset not found', 'image not found', 'suggest refused', 'bad parameter'],

    params: similarPath,
    query: similarQuery,
    handle: async (input) => {
      const { findSimilar } = await import('./find-similar.ts');
      const { params, query, signal } = input;
      return done(await findSimilar({ ...targetOf(input), image: params.image, ...query, signal }));
    },
  }),
  operation({
    ...common,
    id: 'findImages',
    at: 'GET /:dataset_id/find',
    role: 'viewer of dataset',
    sample: () => ({ query: { kind: 'unusual', good: 'good', limit: '5', after: 'WzAuNSwibm9uZSJd' } }),
    summary: 'Find near copies, outliers, wrong labels, or what is unusual',
    description:
      'First those that need a look most, of near copies the largest groups. Images that are gone are left out, so that a page may have fewer than `limit`.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          images: z.array(found()),
          next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'tag not found', 'suggest refused', 'bad parameter'],

    params: datasetPath,
    query: findQuery,
    handle: async (input) => {
      const { findImages } = await import('./find-images.ts');
      const { query, signal } = input;
      return done(await findImages({ ...targetOf(input), query, signal }));
    },
  }),
];
