/**
 * Contract 8: an ID token is invalid after its account was deleted.
 * @covers Contract 8 an ID token ends with its account, within a minute
 */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Account, Accounts } from '../../functions/src/common/access/accounts.ts';
import { HttpError } from '../../functions/src/common/errors.ts';

const SOUND: Account = { isGone: false, validSince: 0 };

let stored: Map<string, Account>;
let asked: string[];
let accounts: Accounts;

beforeEach(() => {
  jest.useFakeTimers();
  stored = new Map([['anna', SOUND]]);
  asked = [];
  accounts = new Accounts(async (uid) => {
    asked.push(uid);
    return stored.get(uid) ?? { isGone: true, validSince: 0 };
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const refused = (uid: string, signedIn = 1000) =>
  accounts.requireActive(uid, signedIn).then(
    () => false,
    (error: Error) => error,
  );

test('an existing account is looked up once for any number of calls, simultaneous and successive', async () => {
  await Promise.all([1, 2, 3].map(() => accounts.requireActive('anna', 1000)));
  await accounts.requireActive('anna', 1000);
  expect(asked).toEqual(['anna']);
});

test.each<[string, Account | null]>([
  ['disabled', { isGone: true, validSince: 0 }],
  ['deleted', null],
  ['signed out everywhere', { isGone: false, validSince: 5000 }],
])('an account that was %s is refused within a minute', async (_, now) => {
  await accounts.requireActive('anna', 1000);
  if (now) stored.set('anna', now);
  else stored.delete('anna');
  await jest.advanceTimersByTimeAsync(59_000);
  expect(await refused('anna')).toEqual(new HttpError('unauthorized'));
});

test('a person who signs in again after that has access', async () => {
  stored.set('anna', { isGone: false, validSince: 5000 });
  expect(await refused('anna', 4999)).toBeTruthy();
  expect(await refused('anna', 5000)).toBe(false);
});

test('if the lookup fails nobody has access, and the next call looks it up again', async () => {
  let isAway = true;
  accounts = new Accounts(async () => {
    if (isAway) throw new Error('away');
    return SOUND;
  });
  expect(await refused('anna')).toMatchObject({ message: 'away' });
  isAway = false;
  expect(await refused('anna')).toBe(false);
});

test('no more than 10,000 accounts are remembered', async () => {
  for (let number = 0; number <= 10_000; number += 1) stored.set(`uid-${number}`, SOUND);
  for (const uid of stored.keys()) await accounts.requireActive(uid, 1000);
  const before = asked.length;
  await accounts.requireActive('uid-10000', 1000);
  expect(asked).toHaveLength(before);
  await accounts.requireActive('anna', 1000);
  expect(asked).toHaveLength(before + 1);
});
