/** Answers of the routes for runs (Contract 14). */

import * as z from 'zod/mini';
import { RUN_SOURCES, RUN_STATES } from '../../../../packages/records/src/lists.ts';
import type { Answers } from '../../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';

const whole = () => z.int().check(z.gte(0));

const number = z.int().check(z.gte(1));

export const runCounts = z
  .object({
    images: whole().check(about('Images that the model has looked at.')),
    empty: whole().check(about('Those of them in which it saw nothing.')),
    predictions: whole(),
    tags: z.record(z.string(), whole()).check(about('Predictions by tag id.')),
    gone: whole().check(about('Images that it was told of, but that were gone when it was made.')),
  })
  .check(z.meta({ id: 'RunCounts' }));

export const run = {
  number,
  name: z.string(),
  model: z.string().check(about("`''` if it was not given.")),
  source: z.enum(RUN_SOURCES).check(about('Where its predictions come from.')),
  trainedOn: z.nullable(number).check(about('The version that the model was trained on, if it is known.')),
  state: z
    .enum(RUN_STATES)
    .check(
      about(
        '`open` takes predictions; `building` waits for its file, or is being put in order; `ready` never changes.',
      ),
    ),
  hash: z.string().check(about("SHA-256 of its file; `''` unless ready.")),
  counts: z.nullable(runCounts).check(about('Null unless ready.')),
  by: z.string().check(about("uid of who made it; `''` for nobody that is known.")),
  createdAt: z.number().check(about('Unix milliseconds.')),
  reason: z.optional(z.string()).check(about('Why it failed.')),
};

const listed = z.object(run).check(z.meta({ id: 'Run' }));

export const runAnswers: Answers = {
  makeRun: {
    summary: 'Begin a run: what one model says about the images',
    description:
      'Send its file to `upload`, as that of an import, then `check` and `make` it. An open run (`live`) takes predictions while images arrive. A run changes no label, counter, set or version.',
    success: ok(
      'The run waits for its file, or for predictions.',
      doneWith({
        number,
        upload: z
          .optional(z.string())
          .check(
            about('URL that accepts the bytes without credentials, for a week; absent for an open run.'),
          ),
      }),
    ),
    errors: ['dataset not found', 'version not found', 'bad parameter'],
  },
  listRuns: {
    summary: 'List the runs of a dataset',
    description: 'Highest number first.',
    success: ok(
      'A page.',
      doneWith({
        runs: z.array(listed),
        next: z.nullable(z.int()).check(about('For `after` of the next page; null at the end.')),
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
  showRun: {
    summary: 'One run, with its counts',
    success: ok('The run.', doneWith(run)),
    errors: ['dataset not found', 'run not found'],
  },
  addPredictions: {
    summary: 'Tell an open run what its model said about images',
    description:
      'By an editor, or by a camera about the images of its own monitor. All of it is kept, or, after an error, nothing. The same image again replaces what was said before. What is acknowledged is stored.',
    success: ok(
      'The run has them.',
      doneWith({
        kept: whole().check(about('Images.')),
        unknown: z
          .array(z.string())
          .check(
            about('Images that the dataset does not have, or, for a camera, that are not of its monitor.'),
          ),
      }),
    ),
    errors: ['dataset not found', 'run not found', 'run not open', 'tag not found', 'bad parameter'],
  },
  closeRun: {
    summary: 'Close an open run',
    description:
      'It takes no more predictions. If a call was interrupted, the next one continues; on a run that is ready it answers the same again.',
    success: ok('The run is ready.', doneWith({ number, hash: run.hash, counts: runCounts })),
    errors: ['dataset not found', 'run not found', 'run not open'],
  },
  detectRun: {
    summary: "Run the dataset's detector, or Cloud Vision, over a run's images",
    description:
      'For a run of source `detect`: looks at up to 500 images, for 40 seconds, from where the last call stopped. The same call is repeated until `left` is 0; then the run is closed and ready. If the detector is away, the call fails as `detect` does, and can be repeated.',
    success: ok(
      'What it has looked at.',
      doneWith({
        number,
        done: whole().check(about('Images that the detector has answered for.')),
        failed: whole().check(about('Images that it could not look at. They are not in the run.')),
        lost: z
          .array(z.object({ label: z.string(), predictions: whole() }))
          .check(
            about(
              'Predictions without a class of the dataset, or without a place, by what the detector calls them.',
            ),
          ),
        left: whole().check(about('Images that are left; 0 once the run is ready.')),
        hash: z.optional(run.hash).check(about('Of a run that is ready.')),
        counts: z.optional(runCounts),
      }),
    ),
    errors: [
      'dataset not found',
      'run not found',
      'run not open',
      'detection quota',
      'detection late',
      'detection unreachable',
      'detection failed',
    ],
  },
  deleteRun: {
    summary: 'Delete a run',
    description: 'If a call was interrupted, the next one continues.',
    success: ok('It is gone.', doneSchema),
    errors: ['dataset not found', 'run not found'],
  },
};
