/** @covers A transaction that Firestore has ended is begun again */
import { expect, test } from '@jest/globals';
import { transact } from '../../functions/src/common/adapters/firestore/documents.ts';

// No call is made: these transactions read and write nothing.
Object.assign(process.env, { FIRESTORE_EMULATOR_HOST: '127.0.0.1:9', GCLOUD_PROJECT: 'demo-transact' });

test.each([
  ['one that has ended, which is INVALID_ARGUMENT', 3, ['done', 2]],
  ['another error', 7, [{ code: 7 }, 1]],
])('%s', async (_, code, wanted) => {
  let tried = 0;
  const work = async () => {
    tried += 1;
    if (tried === 1) throw Object.assign(new Error('Transaction is invalid or closed.'), { code });
    return 'done';
  };
  const result = await transact(work).catch((error) => ({ code: error.code }));
  expect([result, tried]).toEqual(wanted);
});
