/** Answers of the routes for device keys (Contract 9). */
import * as z from 'zod/mini';
import type { Answers } from '../../common/http/answers.ts';
import { ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { keyHash, lastUsed } from '../../common/keys/answers.ts';
import { data } from '../manage/answers.ts';

const listed = z
  .object({
    hash: keyHash,
    made: z.number().check(about('Unix milliseconds.')),
    by: z.string().check(about('Uid of the person who created it, or the name of the user at a terminal.')),
    holder: z
      .string()
      .check(about('Uid of the editor who answers for it: the key ends when they are no longer an editor.')),
    lastUsed,
  })
  .check(z.meta({ id: 'ListedKey' }));

export const keyAnswers: Answers = {
  makeKey: {
    summary: 'Create a device key',
    description:
      'A monitor can have two live keys, for rotation. Only the SHA-256 of a key is stored, so this answer is the only one with the key.',
    success: ok(
      'The key is created.',
      data({
        key: z
          .string()
          .check(about('The key that the camera sends.', { pattern: '^slk_[A-Za-z0-9_-]{43}$' })),
        hash: keyHash,
      }),
    ),
    errors: ['monitor not found', 'keys enough'],
  },
  listKeys: {
    summary: 'List the live device keys of a monitor',
    success: ok('Oldest first.', data({ keys: z.array(listed) })),
    errors: ['monitor not found'],
  },
  takeKey: {
    summary: 'Take over a device key',
    description:
      'The caller answers for it from now on, so that it does not end with the role of another editor.',
    success: ok('The key is taken over.', data({})),
    errors: ['monitor not found', 'key not found'],
  },
  revokeKey: {
    summary: 'Revoke a device key',
    description: 'It stops working within 5 seconds, even while it is in use.',
    success: ok('The key is revoked.', data({})),
    errors: ['monitor not found', 'key not found'],
  },
};
