/** Keys of a dataset, for jobs (Contract 17). */
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { listKeys, makeKey, revokeKey } from './manage-keys.ts';
import { keyPath, newKeyBody } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;
const all = { ...common, path: '/:dataset_id/keys', params: datasetPath } as const;

export const keyRoutes: readonly Route[] = [
  route({
    ...all,
    id: 'makeDatasetKey',
    methods: ['POST'],
    action: 'key make',
    body: newKeyBody,
    handle: async (input) => done(await makeKey({ ...targetOf(input), rights: input.body }, ports)),
  }),
  route({
    ...all,
    id: 'listDatasetKeys',
    methods: ['GET'],
    readOnly: true,
    handle: async (input) => done({ keys: await listKeys(targetOf(input), ports) }),
  }),
  route({
    ...common,
    id: 'revokeDatasetKey',
    methods: ['DELETE'],
    path: '/:dataset_id/keys/:hash',
    action: 'key revoke',
    params: keyPath,
    handle: async (input) => done(await revokeKey({ ...targetOf(input), hash: input.params.hash }, ports)),
  }),
];
