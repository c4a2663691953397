/** Runs of a dataset (Contract 14). */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { answerJob, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { addPredictions, PREDICTIONS_BUDGET, predictionsBody } from './add-predictions.ts';
import { deleteRun } from './delete-run.ts';
import { makeRun, newRunBody } from './make-run.ts';
import { listRuns, runPath, runsQuery, runTargetOf, showRun } from './show-run.ts';
import { listed, number, run, runCounts, whole } from './shown-run.ts';

const common = { refuse: refuseQuery } as const;

export const runRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeRun',
    at: 'POST /:dataset_id/run',
    role: 'editor of dataset',
    sample: () => ({ body: { name: 'Nightly', model: 'yolo11n', trainedOn: 1, live: true } }),
    summary: 'Begin a run: what one model says about the images',
    description:
      'Send its file to `upload`, as that of an import, then `check` and `make` it. An open run (`live`) takes predictions while images arrive. A run changes no label, counter, set or version.',
    answers: () =>
      ok(
        'The run waits for its file, or for predictions.',
        doneWith({
          number: number(),
          upload: z
            .optional(z.string())
            .check(
              about('URL that accepts the bytes without credentials, for a week; absent for an open run.'),
            ),
        }),
      ),
    errors: ['dataset not found', 'version not found', 'bad parameter'],

    action: 'run make',
    params: datasetPath,
    body: newRunBody,
    keyed: true,
    rate: 'export',
    handle: async (input) => {
      const { body, requestKey, origin } = input;
      return done(await makeRun({ ...targetOf(input), body, requestKey, origin }));
    },
  }),
  operation({
    ...common,
    id: 'listRuns',
    at: 'GET /:dataset_id/run',
    role: 'viewer of dataset',
    sample: () => ({ query: { limit: '2', after: '3' } }),
    summary: 'List the runs of a dataset',
    description: 'Highest number first.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          runs: z.array(listed()),
          next: z.nullable(z.int()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    params: datasetPath,
    query: runsQuery,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await listRuns({ ...targetOf(input), page: input.query })),
  }),
  operation({
    ...common,
    id: 'showRun',
    at: 'GET /:dataset_id/run/:run',
    role: 'viewer of dataset',
    sample: () => ({}),
    summary: 'One run, with its counts',
    answers: () => ok('The run.', doneWith(run())),
    errors: ['dataset not found', 'run not found'],

    params: runPath,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await showRun(runTargetOf(input))),
  }),
  operation({
    ...common,
    id: 'addPredictions',
    at: 'POST /:dataset_id/run/:run/predictions',
    role: 'editor of dataset, or camera',
    sample: ({ images }) => ({
      body: {
        predictions: [
          { image: images[0], predictions: [{ tag: 'good', score: 0.9, box: [0.1, 0.2, 0.3, 0.4] }] },
          { image: images[1], predictions: [] },
        ],
      },
    }),
    summary: 'Tell an open run what its model said about images',
    description:
      'By an editor, or by a camera about the images of its own monitor. All of it is kept, or, after an error, nothing. The same image again replaces what was said before. What is acknowledged is stored.',
    answers: () =>
      ok(
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
    errors: [
      ...(['dataset not found', 'camera not admitted', 'run not found', 'run not open'] as const),
      ...(['tag not found', 'bad parameter'] as const),
    ],

    action: 'run predictions',
    params: runPath,
    body: predictionsBody,
    budget: PREDICTIONS_BUDGET,
    comparesKey: true,
    rate: 'upload',
    handle: async (input) =>
      done(await addPredictions({ ...runTargetOf(input), images: input.body.predictions })),
  }),
  operation({
    ...common,
    id: 'closeRun',
    at: 'POST /:dataset_id/run/:run/close',
    role: 'editor of dataset',
    sample: () => ({}),
    summary: 'Close an open run',
    description:
      'It takes no more predictions. If a call was interrupted, the next one continues; on a run that is ready it answers the same again.',
    answers: () =>
      ok('The run is ready.', doneWith({ number: number(), hash: run().hash, counts: runCounts() })),
    errors: ['dataset not found', 'run not found', 'run not open', 'too costly'],

    action: 'run close',
    params: runPath,
    rate: 'export',
    handle: async (input) => {
      const { closeRun } = await import('./close-run.ts');
      return done(await closeRun({ ...runTargetOf(input), signal: input.signal }));
    },
  }),
  operation({
    ...common,
    id: 'detectRun',
    at: 'POST /:dataset_id/run/:run/detect',
    role: 'editor of dataset',
    sample: () => ({}),
    summary: "Run the dataset's detector, or Cloud Vision, over a run's images",
    description:
      'For a run of source `detect`, by a job, from where the last one stopped; then the run is closed and ready. If the detector is away, the job fails, and the call can be repeated.',
    answers: () => ({
      ...ok(
        'What it has looked at.',
        doneWith({
          number: number(),
          done: whole().check(about('Images that the detector has answered for.')),
          failed: whole().check(about('Images that it could not look at. They are not in the run.')),
          lost: z
            .array(z.object({ label: z.string(), predictions: whole() }))
            .check(
              about(
                'Predictions without a class of the dataset, or without a place, by what the detector calls them.',
              ),
            ),
          hash: run().hash,
          counts: runCounts(),
        }),
      ),
      ...underWay(),
    }),
    errors: [
      'dataset not found',
      'run not found',
      'run not open',
      'run failed',
      'jobs enough',
      'bad parameter',
    ],

    action: 'run detect',
    params: runPath,
    query: startQuery,
    keyed: true,
    rate: 'detect',
    handle: async (input) => {
      const { detectRun } = await import('./detect/detect-run.ts');
      const job = await detectRun({ ...runTargetOf(input), requestKey: input.requestKey });
      return answerJob(job, input, 'run failed');
    },
  }),
  operation({
    ...common,
    id: 'deleteRun',
    at: 'DELETE /:dataset_id/run/:run',
    role: 'editor of dataset',
    sample: ({ runs }) => ({ params: { run: runs.sent } }),
    summary: 'Delete a run',
    description: 'If a call was interrupted, the next one continues.',
    answers: () => ok('It is gone.', doneSchema),
    errors: ['dataset not found', 'run not found'],

    action: 'run delete',
    params: runPath,
    rate: 'export',
    handle: async (input) => done(await deleteRun(runTargetOf(input))),
  }),
];
