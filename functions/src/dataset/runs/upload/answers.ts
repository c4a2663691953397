/** Answers of the routes for a run's file (Contract 14). */
import * as z from 'zod/mini';
import type { Answers } from '../../../common/http/answers.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { run, runCounts } from '../answers.ts';
import { RUN_LOSSES, UPLOAD_FORMATS } from './raw.ts';

const whole = () => z.int().check(z.gte(0));

const label = z
  .object({
    label: z.string().check(about('As the file, or the version, calls the class.')),
    tag: z
      .nullable(z.string())
      .check(about('Id of its tag; null if there is none or it is left out, and its predictions are, too.')),
    predictions: whole(),
  })
  .check(z.meta({ id: 'RunLabel' }));

const unmatched = z
  .object({
    count: whole(),
    items: z.array(z.object({ path: z.string(), reason: z.string() })).check(about('The first 100 of them.')),
  })
  .check(about('Entries of the file whose image is not known.'));

const errors = [
  'dataset not found',
  'run not found',
  'run not uploaded',
  'run failed',
  'version not found',
  'version not ready',
  'bad parameter',
] as const;

export const uploadAnswers: Answers = {
  checkRun: {
    summary: 'Check what the file of a run says',
    description: 'Reads the file and changes nothing.',
    success: ok(
      'What the run would say.',
      doneWith({
        format: z.enum(UPLOAD_FORMATS),
        images: whole().check(about('Images of which it says something.')),
        empty: whole().check(about('Those of them in which the model saw nothing.')),
        predictions: whole(),
        labels: z.array(label),
        unmatched,
        lost: z
          .partialRecord(z.enum(RUN_LOSSES), whole())
          .check(about('Predictions, or parts of them, that are left out, by kind.')),
      }),
    ),
    errors,
  },
  finishRun: {
    summary: 'Make a run of its file',
    description:
      'The run becomes ready and never changes. On a run that is ready it answers the same again; if a call was interrupted, the next one begins again.',
    success: ok('The run is ready.', doneWith({ number: run.number, hash: run.hash, counts: runCounts })),
    errors,
  },
};
