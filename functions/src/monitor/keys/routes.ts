/** Device keys of a monitor (Contract 9). */
import * as z from 'zod/mini';
import { about, id } from '../../common/http/input/fields.ts';
import { type Route, route } from '../../common/http/route.ts';
import { done, refuse, targetOf } from '../manage/reply.ts';
import { ports } from '../manage/wiring.ts';
import { monitorPath } from '../schema.ts';
import { listKeys } from './list-keys.ts';
import { makeKey } from './make-key.ts';
import { revokeKey } from './revoke-key.ts';
import { takeKey } from './take-key.ts';

const common = { refuse, rate: 'curate' } as const;

const keyPath = z.object({
  monitor_id: id('Monitor id'),
  hash: z.string().check(about('The first 12 characters of its SHA-256, as in the list.', { minLength: 1 })),
});

const one = { ...common, path: '/:monitor_id/keys/:hash', params: keyPath } as const;

export const keyRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'makeKey',
    methods: ['POST'],
    path: '/:monitor_id/keys',
    action: 'key make',
    params: monitorPath,
    handle: async (input) => done(await makeKey(targetOf(input), ports)),
  }),
  route({
    ...common,
    id: 'listKeys',
    methods: ['GET'],
    path: '/:monitor_id/keys',
    params: monitorPath,
    readOnly: true,
    handle: async (input) => done({ keys: await listKeys(targetOf(input), ports) }),
  }),
  route({
    ...one,
    id: 'takeKey',
    methods: ['PUT'],
    action: 'key take',
    handle: async (input) => done(await takeKey({ ...targetOf(input), hash: input.params.hash }, ports)),
  }),
  route({
    ...one,
    id: 'revokeKey',
    methods: ['DELETE'],
    action: 'key revoke',
    handle: async (input) => done(await revokeKey({ ...targetOf(input), hash: input.params.hash }, ports)),
  }),
];
