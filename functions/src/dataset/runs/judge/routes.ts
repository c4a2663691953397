/** What runs are worth, and their exports (Contract 14). */

import * as z from 'zod/mini';
import { done } from '../../../common/http/done.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { type Operation, operation } from '../../../common/http/operation.ts';
import { answerPending, startQuery, underWay } from '../../job/follow-job.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { runPath, runTargetOf } from '../show-run.ts';
import { KINDS } from './evaluation/truth.ts';
import { comparePath, compareQuery, evaluateBody, reviewBody, runImagesQuery } from './judge-request.ts';
import { pointRoutes } from './point/routes.ts';
import {
  compared,
  inspection,
  judged,
  ofClasses,
  ofObjects,
  operatingPoint,
  some,
  whole,
} from './shown-report.ts';

const common = { refuse: refuseQuery } as const;

export const judgeRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'evaluateRun',
    at: 'POST /:dataset_id/run/:run/evaluate',
    role: 'viewer of dataset',
    sample: ({ runs }) => ({
      params: { run: runs.ready },
      body: { version: 1, set: 'TEST', iou: 0.6, threshold: 0.3 },
    }),
    summary: 'How well a run agrees with a version',
    description:
      'On the images of one set. A job makes the report. The same run, version and parameters give the same one; it is kept, and answered at once the next time.',
    answers: () => ({
      ...ok(
        'The report.',
        doneWith({
          version: z.int().check(about('Its number.')),
          report: z.union([ofClasses(), ofObjects()]),
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
      ...(['version not found', 'version not ready', 'bad parameter'] as const),
    ],

    action: 'run evaluate',
    params: runPath,
    query: startQuery,
    body: evaluateBody,
    keyed: true,
    rate: 'export',
    handle: async (input) => {
      const { evaluateRun } = await import('./evaluate-run.ts');
      const { body, query, requestKey, signal } = input;
      const evaluated = await evaluateRun({ ...runTargetOf(input), body, requestKey, signal, ...query });
      return 'job' in evaluated ? answerPending(evaluated) : done(evaluated);
    },
  }),
  ...pointRoutes,
  operation({
    ...common,
    id: 'listRunImages',
    at: 'GET /:dataset_id/run/:run/images',
    role: 'viewer of dataset',
    sample: ({ runs }) => ({
      params: { run: runs.ready },
      query: {
        order: 'missed',
        class: 'good',
        predicted: '',
        minScore: '0.25',
        set: 'TEST',
        limit: '5',
        after: 'none',
      },
    }),
    summary: 'List images of a run by how predictions and labels disagree',
    description:
      'Orders and filters go by the labels as they were when the run became ready; each image has its labels as they are now. Images that are gone are left out, so that a page may have fewer than `limit`.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          images: z.array(judged()),
          next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'run not found', 'run not ready', 'bad parameter'],

    params: runPath,
    query: runImagesQuery,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => {
      const { listRunImages } = await import('./list-run-images.ts');
      const { query, signal } = input;
      return done(await listRunImages({ ...runTargetOf(input), query, signal }));
    },
  }),
  operation({
    ...common,
    id: 'compareRuns',
    at: 'GET /:dataset_id/run/:run/compare/:other',
    role: 'viewer of dataset',
    sample: ({ runs }) => ({
      params: { run: runs.ready, other: runs.ready },
      query: { version: 'latest', set: 'TRAIN' },
    }),
    summary: 'Compare two runs on the same images',
    description:
      'On the images of the set that both runs have looked at. Intervals come from drawing bursts again and again: frames of a burst are near copies. A job compares them. The same runs and version give the same answer; it is kept, and given at once the next time.',
    answers: () => ({
      ...ok(
        'Each figure of both runs, with its difference.',
        doneWith({
          version: z.int().check(about('Its number.')),
          kind: z.enum(KINDS),
          images: whole(),
          bursts: whole().check(about('Groups of images that are near copies.')),
          uncovered: z
            .object({ a: some(), b: some() })
            .check(about('Of the set, but the run has not looked at them.')),
          unreadable: whole().check(about('Masks that could not be read.')),
          points: z
            .object({ a: z.nullable(operatingPoint()), b: z.nullable(operatingPoint()) })
            .check(about('Of each run, at the threshold that was chosen for it; null without one.')),
          inspections: z
            .object({ a: inspection(), b: inspection() })
            .check(about('Of each run, on these images: escapes against false rejects over the threshold.')),
          figures: z.array(compared()),
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
      ...(['version not found', 'version not ready', 'bad parameter'] as const),
    ],

    params: comparePath,
    query: compareQuery,
    keyed: true,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { compareRuns } = await import('./compare-runs.ts');
      const { query, requestKey, signal, params } = input;
      const asked = { ...runTargetOf(input), other: params.other, query, requestKey, signal };
      const compared = await compareRuns(asked);
      if ('job' in compared) return answerPending(compared);
      return done({ version: compared.version, ...compared.report });
    },
  }),
  operation({
    ...common,
    id: 'reviewRun',
    at: 'POST /:dataset_id/run/:run/review',
    role: 'editor of dataset',
    sample: ({ runs }) => ({
      params: { run: runs.ready },
      body: { order: 'extra', count: 5, spread: 'session' },
    }),
    summary: 'Send the first images of an order to review',
    description:
      'Moves them to REVIEW as a decision about images does. Images that are in REVIEW already count and stay, so that the same call again changes nothing more.',
    answers: () =>
      ok(
        'They are in REVIEW.',
        doneWith({ images: z.array(z.string()).check(about('Image ids, first ones first.')) }),
      ),
    errors: ['dataset not found', 'run not found', 'run not ready', 'bad parameter'],

    action: 'run review',
    params: runPath,
    body: reviewBody,
    rate: 'curate',
    handle: async (input) => {
      const { reviewRun } = await import('./review-run.ts');
      const { body, signal } = input;
      return done(await reviewRun({ ...runTargetOf(input), body, signal }));
    },
  }),
];
