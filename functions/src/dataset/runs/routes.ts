/** Runs of a dataset (Contract 14). */
import { detectionCache, detectionDeadline } from '../../common/config.ts';
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath, SLICE } from '../schema.ts';
import { ports } from '../wiring.ts';
import { addPredictions } from './add-predictions.ts';
import { deleteRun } from './delete-run.ts';
import { makeRun } from './make-run.ts';
import { newRunBody, PREDICTIONS_BUDGET, predictionsBody, runPath, runsQuery } from './schema.ts';
import { listRuns, runTargetOf, showRun } from './show-run.ts';

const common = { refuse: refuseQuery } as const;

export const runRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'makeRun',
    methods: ['POST'],
    path: '/:dataset_id/run',
    action: 'run make',
    params: datasetPath,
    body: newRunBody,
    keyed: true,
    rate: 'export',
    handle: async (input) => {
      const { body, requestKey, origin } = input;
      return done(await makeRun({ ...targetOf(input), body, requestKey, origin }, ports));
    },
  }),
  route({
    ...common,
    id: 'listRuns',
    methods: ['GET'],
    path: '/:dataset_id/run',
    params: datasetPath,
    query: runsQuery,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await listRuns({ ...targetOf(input), page: input.query }, ports)),
  }),
  route({
    ...common,
    id: 'showRun',
    methods: ['GET'],
    path: '/:dataset_id/run/:run',
    params: runPath,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await showRun(runTargetOf(input), ports)),
  }),
  route({
    ...common,
    id: 'addPredictions',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/predictions',
    action: 'run predictions',
    params: runPath,
    body: predictionsBody,
    budget: PREDICTIONS_BUDGET,
    comparesKey: true,
    rate: 'upload',
    handle: async (input) =>
      done(await addPredictions({ ...runTargetOf(input), images: input.body.predictions }, ports)),
  }),
  route({
    ...common,
    id: 'closeRun',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/close',
    action: 'run close',
    params: runPath,
    rate: 'export',
    handle: async (input) => {
      const { closeRun } = await import('./close-run.ts');
      return done(await closeRun({ ...runTargetOf(input), signal: input.signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'detectRun',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/detect',
    action: 'run detect',
    params: runPath,
    rate: 'detect',
    handle: async (input) => {
      const { detectRun } = await import('./detect/detect-run.ts');
      const limits = { seconds: SLICE, useCache: detectionCache(), deadline: detectionDeadline() };
      return done(await detectRun({ ...runTargetOf(input), ...limits, signal: input.signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'deleteRun',
    methods: ['DELETE'],
    path: '/:dataset_id/run/:run',
    action: 'run delete',
    params: runPath,
    rate: 'export',
    handle: async (input) => done(await deleteRun(runTargetOf(input), ports)),
  }),
];
