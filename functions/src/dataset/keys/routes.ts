/** Keys of a dataset, for programs (Contract 17). */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about, id, members, oneOf } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { keyHash, lastUsed } from '../../common/keys/listed-key.ts';
import { lazy } from '../../common/lazy.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { listKeys, makeKey, revokeKey } from './manage-keys.ts';

const role = oneOf('role', ['viewer', 'editor']).check(about('What its programs may do in the dataset.'));

const newKeyBody = members({
  name: nameField('name').check(about('What the key is for.')),
  role,
});

const keyPath = z.object({
  dataset_id: id('Dataset id'),
  hash: z.string().check(about('The first 12 characters of its SHA-256, as in the list.', { minLength: 1 })),
});

const listed = lazy(() =>
  z
    .object({
      hash: keyHash,
      name: z.string().check(about('What it is for.')),
      role,
      made: z.number().check(about('Unix milliseconds.')),
      by: z.string().check(about('Uid of the person who created it.')),
      lastUsed: lastUsed(),
    })
    .check(z.meta({ id: 'ListedDatasetKey' })),
);

const common = { refuse: refuseQuery, rate: 'curate' } as const;
const all = { ...common, params: datasetPath } as const;

export const keyRoutes: readonly Operation[] = [
  operation({
    ...all,
    id: 'makeDatasetKey',
    at: 'POST /:dataset_id/keys',
    role: 'owner of dataset',
    sample: ({ spare }) => ({
      params: { dataset_id: spare.dataset },
      body: { name: 'Nightly', role: 'editor' },
    }),
    summary: 'Create a key of a dataset, for programs',
    description:
      'For the owner. A program with the key has its role in this dataset, and none anywhere else. A dataset can have two live keys, for rotation. Only the SHA-256 of a key is stored, so this answer is the only one with the key.',
    answers: () =>
      ok(
        'The key is created.',
        doneWith({
          key: z
            .string()
            .check(about('The key that the program sends.', { pattern: '^sld_[A-Za-z0-9_-]{43}$' })),
          hash: keyHash,
        }),
      ),
    errors: ['bad parameter', 'dataset not found', 'dataset keys enough'],
    action: 'key make',
    body: newKeyBody,
    handle: async (input) => done(await makeKey({ ...targetOf(input), rights: input.body })),
  }),
  operation({
    ...all,
    id: 'listDatasetKeys',
    at: 'GET /:dataset_id/keys',
    role: 'owner of dataset',
    sample: ({ spare }) => ({ params: { dataset_id: spare.dataset } }),
    summary: 'List the live keys of a dataset',
    description: 'For the owner.',
    answers: () => ok('Oldest first.', doneWith({ keys: z.array(listed()) })),
    errors: ['dataset not found'],
    readOnly: true,
    handle: async (input) => done({ keys: await listKeys(targetOf(input)) }),
  }),
  operation({
    ...common,
    id: 'revokeDatasetKey',
    at: 'DELETE /:dataset_id/keys/:hash',
    role: 'owner of dataset',
    sample: ({ spare }) => ({ params: { dataset_id: spare.dataset } }),
    summary: 'Revoke a key of a dataset',
    description: 'For the owner. It stops working within 5 seconds, even while it is in use.',
    answers: () => ok('The key is revoked.', doneSchema),
    errors: ['dataset not found', 'no such key'],

    action: 'key revoke',
    params: keyPath,
    handle: async (input) => done(await revokeKey({ ...targetOf(input), hash: input.params.hash })),
  }),
];
