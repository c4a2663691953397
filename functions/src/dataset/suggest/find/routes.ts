/** Images by what they look like (Contract 15). Code that looks at pictures is loaded when it is first used. */
import { done } from '../../../common/http/done.ts';
import { type Route, route } from '../../../common/http/route.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { targetOf } from '../../require-dataset.ts';
import { datasetPath } from '../../schema.ts';
import { ports } from '../../wiring.ts';
import { findQuery, similarPath, similarQuery } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'export', readOnly: true } as const;

export const findRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'findSimilar',
    methods: ['GET'],
    path: '/:dataset_id/images/:image/similar',
    params: similarPath,
    query: similarQuery,
    handle: async (input) => {
      const { findSimilar } = await import('./find-similar.ts');
      const { params, query, signal } = input;
      return done(await findSimilar({ ...targetOf(input), image: params.image, ...query, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'findImages',
    methods: ['GET'],
    path: '/:dataset_id/find',
    params: datasetPath,
    query: findQuery,
    handle: async (input) => {
      const { findImages } = await import('./find-images.ts');
      const { query, signal } = input;
      return done(await findImages({ ...targetOf(input), query, signal }, ports));
    },
  }),
];
