/** Suggestions from few labels (Contract 15). Code that looks at pictures is loaded when it is first used. */
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath, SLICE } from '../schema.ts';
import { ports } from '../wiring.ts';

const common = { refuse: refuseQuery, rate: 'export', params: datasetPath } as const;

export const suggestRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'addVectors',
    methods: ['POST'],
    path: '/:dataset_id/suggest/vectors',
    action: 'vectors make',
    handle: async (input) => {
      const { addVectors } = await import('./add-vectors.ts');
      return done(await addVectors({ ...targetOf(input), seconds: SLICE, signal: input.signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'showSuggest',
    methods: ['GET'],
    path: '/:dataset_id/suggest',
    readOnly: true,
    handle: async (input) => {
      const { showSuggest } = await import('./show-suggest.ts');
      return done(await showSuggest({ ...targetOf(input), signal: input.signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'makeSuggestions',
    methods: ['POST'],
    path: '/:dataset_id/suggest',
    action: 'suggestions make',
    keyed: true,
    handle: async (input) => {
      const { makeSuggestions } = await import('./make-suggestions.ts');
      const { requestKey, signal } = input;
      return done(await makeSuggestions({ ...targetOf(input), requestKey, signal }, ports));
    },
  }),
];
