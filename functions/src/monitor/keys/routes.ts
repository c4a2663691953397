/** Device keys of a monitor (Contract 9). */
import * as z from 'zod/mini';
import { ok } from '../../common/http/done-answers.ts';
import { about, id } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { keyHash, lastUsed } from '../../common/keys/listed-key.ts';
import { lazy } from '../../common/lazy.ts';
import { data, done, refuse, targetOf } from '../manage/reply.ts';
import { monitorPath } from '../permit-monitor.ts';
import { listKeys } from './list-keys.ts';
import { makeKey } from './make-key.ts';
import { revokeKey } from './revoke-key.ts';
import { takeKey } from './take-key.ts';

const listed = lazy(() =>
  z
    .object({
      hash: keyHash,
      made: z.number().check(about('Unix milliseconds.')),
      by: z.string().check(about('Uid of the person who created it, or the name of the user at a terminal.')),
      holder: z
        .string()
        .check(
          about('Uid of the editor who answers for it: the key ends when they are no longer an editor.'),
        ),
      lastUsed: lastUsed(),
    })
    .check(z.meta({ id: 'ListedKey' })),
);

const common = { refuse, rate: 'curate' } as const;

const keyPath = z.object({
  monitor_id: id('Monitor id'),
  hash: z.string().check(about('The first 12 characters of its SHA-256, as in the list.', { minLength: 1 })),
});

const one = { ...common, params: keyPath } as const;

export const keyRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeKey',
    at: 'POST /:monitor_id/keys',
    role: 'editor of monitor',
    sample: ({ spare }) => ({ params: { monitor_id: spare.monitor } }),
    summary: 'Create a device key',
    description:
      'A monitor can have two live keys, for rotation. Only the SHA-256 of a key is stored, so this answer is the only one with the key.',
    answers: () =>
      ok(
        'The key is created.',
        data({
          key: z
            .string()
            .check(about('The key that the camera sends.', { pattern: '^slk_[A-Za-z0-9_-]{43}$' })),
          hash: keyHash,
        }),
      ),
    errors: ['monitor not found', 'keys enough'],

    action: 'key make',
    params: monitorPath,
    handle: async (input) => done(await makeKey(targetOf(input))),
  }),
  operation({
    ...common,
    id: 'listKeys',
    at: 'GET /:monitor_id/keys',
    role: 'editor of monitor',
    sample: ({ spare }) => ({ params: { monitor_id: spare.monitor } }),
    summary: 'List the live device keys of a monitor',
    answers: () => ok('Oldest first.', data({ keys: z.array(listed()) })),
    errors: ['monitor not found'],

    params: monitorPath,
    readOnly: true,
    handle: async (input) => done({ keys: await listKeys(targetOf(input)) }),
  }),
  operation({
    ...one,
    id: 'takeKey',
    at: 'PUT /:monitor_id/keys/:hash',
    role: 'editor of monitor',
    sample: ({ spare }) => ({ params: { monitor_id: spare.monitor } }),
    summary: 'Take over a device key',
    description:
      'The caller answers for it from now on, so that it does not end with the role of another editor.',
    answers: () => ok('The key is taken over.', data({})),
    errors: ['monitor not found', 'key not found'],
    action: 'key take',
    handle: async (input) => done(await takeKey({ ...targetOf(input), hash: input.params.hash })),
  }),
  operation({
    ...one,
    id: 'revokeKey',
    at: 'DELETE /:monitor_id/keys/:hash',
    role: 'editor of monitor',
    sample: ({ spare }) => ({ params: { monitor_id: spare.monitor } }),
    summary: 'Revoke a device key',
    description: 'It stops working within 5 seconds, even while it is in use.',
    answers: () => ok('The key is revoked.', data({})),
    errors: ['monitor not found', 'key not found'],
    action: 'key revoke',
    handle: async (input) => done(await revokeKey({ ...targetOf(input), hash: input.params.hash })),
  }),
];
