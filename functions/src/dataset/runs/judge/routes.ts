/** What runs are worth, and their exports (Contract 14). */
import { done } from '../../../common/http/done.ts';
import { type Route, route } from '../../../common/http/route.ts';
import { fileReply } from '../../file-reply.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { ports } from '../../wiring.ts';
import { runExportQuery } from '../export/schema.ts';
import { runPath } from '../schema.ts';
import { runTargetOf } from '../show-run.ts';
import { comparePath, compareQuery, evaluateBody, reviewBody, runImagesQuery } from './schema.ts';

const common = { refuse: refuseQuery } as const;

export const judgeRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'evaluateRun',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/evaluate',
    params: runPath,
    body: evaluateBody,
    rate: 'export',
    // Because it keeps the report.
    handle: async (input) => {
      const { evaluateRun } = await import('./evaluate-run.ts');
      const { body, signal } = input;
      return done(await evaluateRun({ ...runTargetOf(input), body, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'listRunImages',
    methods: ['GET'],
    path: '/:dataset_id/run/:run/images',
    params: runPath,
    query: runImagesQuery,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => {
      const { listRunImages } = await import('./list-run-images.ts');
      const { query, signal } = input;
      return done(await listRunImages({ ...runTargetOf(input), query, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'compareRuns',
    methods: ['GET'],
    path: '/:dataset_id/run/:run/compare/:other',
    params: comparePath,
    query: compareQuery,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { compareRuns } = await import('./compare-runs.ts');
      const { query, signal, params } = input;
      return done(await compareRuns({ ...runTargetOf(input), other: params.other, query, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'reviewRun',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/review',
    action: 'run review',
    params: runPath,
    body: reviewBody,
    rate: 'curate',
    handle: async (input) => {
      const { reviewRun } = await import('./review-run.ts');
      const { body, signal } = input;
      return done(await reviewRun({ ...runTargetOf(input), body, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'exportRun',
    methods: ['GET'],
    path: '/:dataset_id/run/:run/export',
    params: runPath,
    query: runExportQuery,
    rate: 'export',
    // Because a large file is written to Storage.
    handle: async (input) => {
      const { exportRun } = await import('../export/export-run.ts');
      const { query, signal } = input;
      return fileReply(await exportRun({ ...runTargetOf(input), query, signal }, ports), query.redirect);
    },
  }),
];
