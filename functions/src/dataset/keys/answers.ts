/** Answers of the routes for keys of a dataset (Contract 17). */
import * as z from 'zod/mini';
import type { Answers } from '../../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { keyHash, lastUsed } from '../../common/keys/answers.ts';
import { role } from './schema.ts';

const listed = z
  .object({
    hash: keyHash,
    name: z.string().check(about('What it is for.')),
    role,
    made: z.number().check(about('Unix milliseconds.')),
    by: z.string().check(about('Uid of the person who created it.')),
    lastUsed,
  })
  .check(z.meta({ id: 'ListedDatasetKey' }));

export const keyAnswers: Answers = {
  makeDatasetKey: {
    summary: 'Create a key of a dataset, for jobs',
    description:
      'For the owner. A job with the key has its role in this dataset, and none anywhere else. A dataset can have two live keys, for rotation. Only the SHA-256 of a key is stored, so this answer is the only one with the key.',
    success: ok(
      'The key is created.',
      doneWith({
        key: z.string().check(about('The key that the job sends.', { pattern: '^sld_[A-Za-z0-9_-]{43}$' })),
        hash: keyHash,
      }),
    ),
    errors: ['bad parameter', 'dataset not found', 'dataset keys enough'],
  },
  listDatasetKeys: {
    summary: 'List the live keys of a dataset',
    description: 'For the owner.',
    success: ok('Oldest first.', doneWith({ keys: z.array(listed) })),
    errors: ['dataset not found'],
  },
  revokeDatasetKey: {
    summary: 'Revoke a key of a dataset',
    description: 'For the owner. It stops working within 5 seconds, even while it is in use.',
    success: ok('The key is revoked.', doneSchema),
    errors: ['dataset not found', 'no such key'],
  },
};
