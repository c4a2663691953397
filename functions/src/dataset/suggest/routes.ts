/** Suggestions from few labels (Contract 15). Code that looks at pictures is loaded when it is first used. */

import * as z from 'zod/mini';
import { EMBEDDERS } from '../../../../packages/records/src/lists.ts';
import { done } from '../../common/http/done.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { lazy } from '../../common/lazy.ts';
import { answerJob, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { run, runCounts } from '../runs/shown-run.ts';

const whole = () => z.int().check(z.gte(0));

const looked = {
  indexed: whole().check(about('Images that have an embedding.')),
  unreadable: whole().check(about('Images whose picture is not there or cannot be decoded.')),
};

const shown = lazy(() =>
  doneWith({
    embedder: z.enum(EMBEDDERS),
    embeddings: z.object({
      ...looked,
      pending: whole().check(about('Images without one, as far as the counters of the dataset say.')),
    }),
    labelled: z
      .record(z.string(), whole())
      .check(about('By tag id: images that are learned from, at most 100 of a class.')),
    accuracy: z
      .nullable(z.number())
      .check(
        about(
          'Share of these that is recognized when their whole burst is left out; null while labels are too few.',
        ),
      ),
    ready: z
      .record(z.string(), z.boolean())
      .check(about('By tag id: whether labels of ten bursts are there, and 90 % of them are recognized.')),
  }),
);

const common = { refuse: refuseQuery, rate: 'export', params: datasetPath } as const;

export const suggestRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'addVectors',
    at: 'POST /:dataset_id/suggest/vectors',
    role: 'editor of dataset',
    sample: () => ({}),
    summary: 'Look at pictures that suggestions have not seen yet',
    description: 'A job does it; images that come meanwhile are seen by the next one.',
    answers: () => ({
      ...ok('These have been seen.', doneWith({ ...looked, pending: whole().check(about('0.')) })),
      ...underWay(),
    }),
    errors: ['dataset not found', 'suggest refused', 'jobs enough'],

    action: 'vectors make',
    query: startQuery,
    keyed: true,
    handle: async (input) => {
      const { startEmbedding } = await import('./start-embedding.ts');
      const job = await startEmbedding({ ...targetOf(input), requestKey: input.requestKey });
      return answerJob(job, input, 'suggest refused');
    },
  }),
  operation({
    ...common,
    id: 'showSuggest',
    at: 'GET /:dataset_id/suggest',
    role: 'viewer of dataset',
    sample: () => ({}),
    summary: 'How good suggestions would be now',
    answers: () => ok('What they rest on.', shown()),
    errors: ['dataset not found'],

    readOnly: true,
    handle: async (input) => {
      const { showSuggest } = await import('./show-suggest.ts');
      return done(await showSuggest({ ...targetOf(input), signal: input.signal }));
    },
  }),
  operation({
    ...common,
    id: 'makeSuggestions',
    at: 'POST /:dataset_id/suggest',
    role: 'editor of dataset',
    sample: () => ({}),
    summary: 'Suggest the class of each image that nobody has labelled',
    description:
      'A run with the source `builtin`: it changes no label. A job makes it, after pictures that have not been looked at yet. Scores say how often a suggestion is right. The same labels and pictures give the same hash.',
    answers: () => ({
      ...ok('The run is ready.', doneWith({ run: run().number, hash: run().hash, counts: runCounts() })),
      ...underWay(),
    }),
    errors: ['dataset not found', 'suggest refused', 'jobs enough'],

    action: 'suggestions make',
    query: startQuery,
    keyed: true,
    handle: async (input) => {
      const { startSuggesting } = await import('./make-suggestions.ts');
      const job = await startSuggesting({ ...targetOf(input), requestKey: input.requestKey });
      return answerJob(job, input, 'suggest refused');
    },
  }),
];
