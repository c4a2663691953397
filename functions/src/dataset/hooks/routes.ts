/** Hooks of a dataset (Contract 16). */
import { allowedHookHosts } from '../../common/config.ts';
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { changeHook, deleteHook, hookTargetOf, listHooks, makeHook, showHook } from './manage-hooks.ts';
import { hookChangeBody, hookPath, newHookBody } from './schema.ts';
import { testHook } from './test-hook.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;
const all = { ...common, path: '/:dataset_id/hook', params: datasetPath } as const;
const one = { ...common, path: '/:dataset_id/hook/:hook', params: hookPath } as const;

export const hookRoutes: readonly Route[] = [
  route({
    ...all,
    id: 'makeHook',
    methods: ['POST'],
    action: 'hook make',
    body: newHookBody,
    handle: async (input) =>
      done(await makeHook({ ...targetOf(input), choice: input.body, hosts: allowedHookHosts() }, ports)),
  }),
  route({
    ...all,
    id: 'listHooks',
    methods: ['GET'],
    readOnly: true,
    handle: async (input) => done({ hooks: await listHooks(targetOf(input), ports) }),
  }),
  route({
    ...one,
    id: 'showHook',
    methods: ['GET'],
    readOnly: true,
    handle: async (input) => done(await showHook(hookTargetOf(input), ports)),
  }),
  route({
    ...one,
    id: 'changeHook',
    methods: ['PATCH'],
    action: 'hook change',
    body: hookChangeBody,
    handle: async (input) =>
      done(
        await changeHook({ ...hookTargetOf(input), choice: input.body, hosts: allowedHookHosts() }, ports),
      ),
  }),
  route({
    ...one,
    id: 'deleteHook',
    methods: ['DELETE'],
    action: 'hook delete',
    handle: async (input) => done(await deleteHook(hookTargetOf(input), ports)),
  }),
  route({
    ...one,
    id: 'testHook',
    methods: ['POST'],
    path: '/:dataset_id/hook/:hook/test',
    action: 'hook test',
    // Each one is a call of a stranger's server.
    rate: 'export',
    handle: async (input) => done(await testHook(hookTargetOf(input), ports)),
  }),
];
