/** Imports into a dataset (Contract 11). Code that reads archives is loaded when it is first used. */
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { makeImport } from './make-import.ts';
import { checkBody, importBody, importPath, runBody } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'export' } as const;

export const importRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'makeImport',
    methods: ['POST'],
    path: '/:dataset_id/import',
    action: 'import make',
    params: datasetPath,
    body: importBody,
    keyed: true,
    handle: async (input) => {
      const { body, requestKey, origin } = input;
      return done(await makeImport({ ...targetOf(input), ...body, requestKey, origin }, ports));
    },
  }),
  route({
    ...common,
    id: 'checkImport',
    methods: ['POST'],
    path: '/:dataset_id/import/:import_id/check',
    params: importPath,
    body: checkBody,
    readOnly: true,
    handle: async (input) => {
      const { checkImport } = await import('./check-import.ts');
      const { params, body, signal } = input;
      return done(await checkImport({ ...targetOf(input), id: params.import_id, ...body, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'runImport',
    methods: ['POST'],
    path: '/:dataset_id/import/:import_id/run',
    action: 'import run',
    params: importPath,
    body: runBody,
    handle: async (input) => {
      const { runImport } = await import('./run-import.ts');
      const { params, body, signal } = input;
      return done(await runImport({ ...targetOf(input), id: params.import_id, ...body, signal }, ports));
    },
  }),
];
