/** The file of a run (Contract 14). Code that reads files is loaded when it is first used. */

import * as z from 'zod/mini';
import { UPLOAD_FORMATS } from '../../../../../packages/formats/predictions.ts';
import { RUN_LOSSES } from '../../../../../packages/formats/src/runs/raw.ts';
import { done } from '../../../common/http/done.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { type Operation, operation } from '../../../common/http/operation.ts';
import { lazy } from '../../../common/lazy.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { runPath, runTargetOf } from '../show-run.ts';
import { run, runCounts } from '../shown-run.ts';
import { uploadBody } from './upload-request.ts';

const whole = () => z.int().check(z.gte(0));

const label = lazy(() =>
  z
    .object({
      label: z.string().check(about('As the file, or the version, calls the class.')),
      tag: z
        .nullable(z.string())
        .check(
          about('Id of its tag; null if there is none or it is left out, and its predictions are, too.'),
        ),
      predictions: whole(),
    })
    .check(z.meta({ id: 'RunLabel' })),
);

const unmatched = lazy(() =>
  z
    .object({
      count: whole(),
      items: z
        .array(z.object({ path: z.string(), reason: z.string() }))
        .check(about('The first 100 of them.')),
    })
    .check(about('Entries of the file whose image is not known.')),
);

const errors = [
  'dataset not found',
  'run not found',
  'run not uploaded',
  'run failed',
  'too costly',
  'version not found',
  'version not ready',
  'bad parameter',
] as const;

const sentFile = { format: 'coco', version: 1, score: 0.5, tagmap: { fine: 'good', other: null } };

const common = { refuse: refuseQuery, params: runPath, body: uploadBody, rate: 'export' } as const;

export const uploadRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'checkRun',
    at: 'POST /:dataset_id/run/:run/check',
    role: 'editor of dataset',
    sample: ({ runs }) => ({ params: { run: runs.sent }, body: sentFile }),
    summary: 'Check what the file of a run says',
    description: 'Reads the file and changes nothing.',
    answers: () =>
      ok(
        'What the run would say.',
        doneWith({
          format: z.enum(UPLOAD_FORMATS),
          images: whole().check(about('Images of which it says something.')),
          empty: whole().check(about('Those of them in which the model saw nothing.')),
          predictions: whole(),
          labels: z.array(label()),
          unmatched: unmatched(),
          lost: z
            .partialRecord(z.enum(RUN_LOSSES), whole())
            .check(about('Predictions, or parts of them, that are left out, by kind.')),
        }),
      ),
    errors,

    action: 'run check',
    readOnly: true,
    handle: async (input) => {
      const { checkUpload } = await import('./check-upload.ts');
      const { body, signal } = input;
      return done(await checkUpload({ ...runTargetOf(input), body, signal }));
    },
  }),
  operation({
    ...common,
    id: 'finishRun',
    at: 'POST /:dataset_id/run/:run/make',
    role: 'editor of dataset',
    sample: ({ runs }) => ({ params: { run: runs.sent }, body: sentFile }),
    summary: 'Make a run of its file',
    description:
      'The run becomes ready and never changes. On a run that is ready it answers the same again; if a call was interrupted, the next one begins again.',
    answers: () =>
      ok('The run is ready.', doneWith({ number: run().number, hash: run().hash, counts: runCounts() })),
    errors,

    action: 'run finish',
    handle: async (input) => {
      const { makeUpload } = await import('./make-upload.ts');
      const { body, signal } = input;
      return done(await makeUpload({ ...runTargetOf(input), body, signal }));
    },
  }),
];
