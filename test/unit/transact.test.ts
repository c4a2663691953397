/** @covers A transaction that Firestore has ended is begun again */
import { expect, jest, test } from '@jest/globals';
import { firestore } from '../../functions/src/common/adapters/firebase.ts';
import { transact } from '../../functions/src/common/adapters/firestore/documents.ts';
import { versions } from '../../functions/src/common/adapters/firestore/records/versions.ts';
import type { NewVersion } from '../../functions/src/common/versions/version-ports.ts';

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

test('that of a new version too', async () => {
  const failed = (code: number) => Object.assign(new Error('any text'), { code });
  const run = jest.spyOn(firestore(), 'runTransaction');
  run.mockRejectedValueOnce(failed(3)).mockRejectedValueOnce(failed(7));
  await expect(versions.create('bolts', {} as NewVersion, null)).rejects.toMatchObject({ code: 7 });
  expect(run).toHaveBeenCalledTimes(2);
});
