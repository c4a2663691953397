/** The threshold of an inspection (Contract 14). */

import * as z from 'zod/mini';
import { done } from '../../../../common/http/done.ts';
import { doneWith, ok } from '../../../../common/http/done-answers.ts';
import { about } from '../../../../common/http/input/fields.ts';
import { type Operation, operation } from '../../../../common/http/operation.ts';
import { answerPending, startQuery, underWay } from '../../../job/follow-job.ts';
import { refuseQuery } from '../../../refuse-request.ts';
import { runPath, runTargetOf } from '../../show-run.ts';
import { point } from '../../shown-run.ts';
import { pointBody } from '../judge-request.ts';
import { operatingPoint } from '../shown-report.ts';

export const pointRoutes: readonly Operation[] = [
  operation({
    refuse: refuseQuery,
    id: 'chooseRunPoint',
    at: 'PUT /:dataset_id/run/:run/point',
    role: 'editor of dataset',
    sample: ({ runs }) => ({
      params: { run: runs.ready },
      body: { version: 1, set: 'TEST', escapes: 0.05 },
    }),
    summary: 'Choose the threshold of an inspection, by how many bad parts may slip through',
    description:
      'Or by how many good ones may be thrown away. Of the thresholds that keep the limit on the images of the set, the one that is best otherwise. The run keeps it. Where the run has not been evaluated so, a job does that first, and nothing is chosen before: ask again.',
    answers: () => ({
      ...ok(
        'The threshold is chosen.',
        doneWith({
          point: point(),
          figures: operatingPoint(),
          lacking: z
            .nullable(z.int())
            .check(
              about(
                'Groups of images without an error that are missing until the upper end of the interval keeps the limit too; null: more than a million.',
              ),
            ),
        }),
      ),
      ...underWay(),
    }),
    errors: [
      ...([
        'dataset not found',
        'run not found',
        'run not ready',
        'evaluation failed',
        'jobs enough',
      ] as const),
      ...(['version not found', 'version not ready', 'bad parameter', 'no operating point'] as const),
    ],

    action: 'run point',
    params: runPath,
    query: startQuery,
    body: pointBody,
    keyed: true,
    rate: 'export',
    handle: async (input) => {
      const { choosePointOf } = await import('./choose-point.ts');
      const { body, query, requestKey, signal } = input;
      const chosen = await choosePointOf({ ...runTargetOf(input), body, requestKey, signal, ...query });
      return 'job' in chosen ? answerPending(chosen) : done(chosen);
    },
  }),
];
