/** Answers of the routes for suggestions (Contract 15). */

import * as z from 'zod/mini';
import { EMBEDDERS } from '../../../../packages/records/src/lists.ts';
import type { Answers } from '../../common/http/answers.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { run, runCounts } from '../runs/answers.ts';

const whole = () => z.int().check(z.gte(0));

const looked = {
  have: whole().check(about('Images that have a vector.')),
  unreadable: whole().check(about('Images whose picture is not there or cannot be decoded.')),
};

const shown = doneWith({
  embedder: z.enum(EMBEDDERS),
  vectors: z.object({
    ...looked,
    lack: whole().check(about('Images that lack one, as far as the counters of the dataset say.')),
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
  enough: z
    .record(z.string(), z.boolean())
    .check(about('By tag id: whether labels of ten bursts are there, and 90 % of them are recognized.')),
});

export const suggestAnswers: Answers = {
  addVectors: {
    summary: 'Look at pictures that suggestions have not seen yet',
    description:
      'Works for 40 seconds, from where the last call stopped. Call it until `lack` is 0; images that came meanwhile are seen by the next call.',
    success: ok(
      'These have been seen.',
      doneWith({ ...looked, lack: whole().check(about('0 once all images have been looked at.')) }),
    ),
    errors: ['dataset not found', 'suggest refused'],
  },
  showSuggest: {
    summary: 'How good suggestions would be now',
    success: ok('What they rest on.', shown),
    errors: ['dataset not found'],
  },
  makeSuggestions: {
    summary: 'Suggest the class of each image that nobody has labelled',
    description:
      'A run with the source `builtin`: it changes no label. Scores say how often a suggestion is right. The same labels and pictures give the same hash.',
    success: ok('The run is ready.', doneWith({ run: run.number, hash: run.hash, counts: runCounts })),
    errors: ['dataset not found', 'suggest refused'],
  },
};
