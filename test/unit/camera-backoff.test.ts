import { expect, test } from '@jest/globals';
import { isWorthRetry, RETRY, retryAfter, waitBefore } from '../../emulators/camera/backoff.ts';

const POLICY = { attempts: 8, base: 200, limit: 5000, timeout: 1000 };

test.each([
  // failures, asked, chance, wait
  [1, null, 0, 0],
  [1, null, 0.5, 100],
  [1, null, 1, 200],
  [2, null, 1, 400],
  [3, null, 1, 800],
  [5, null, 0.5, 1600],
  [6, null, 1, 5000],
  [30, null, 1, 5000],
  [1, 0, 0, 0],
  [1, 3000, 0, 3000],
  [1, 3000, 1, 3200],
  [6, 3000, 0.5, 3100],
  [1, 30_000, 0, 30_000],
  [1, 9_000_000, 0, 120_000],
])(
  'after %p failures, Retry-After %p ms and chance %p it waits %p ms',
  (failures, asked, chance, expected) => {
    expect(waitBefore(POLICY, failures, asked, chance)).toBe(expected);
  },
);

test('all waits of the default together outlive half a minute at most', () => {
  const waits = Array.from({ length: RETRY.attempts - 1 }, (_, index) =>
    waitBefore(RETRY, index + 1, null, 1),
  );
  const sum = waits.reduce((total, each) => total + each, 0);
  expect([sum > 20_000, sum < 40_000]).toEqual([true, true]);
});

test.each([
  [429, true],
  [500, true],
  [502, true],
  [503, true],
  [400, false],
  [404, false],
  [409, false],
  [413, false],
  [415, false],
  [200, false],
])('status %p is worth a retry: %p', (status, expected) => {
  expect(isWorthRetry(status)).toBe(expected);
});

test.each([
  [null, null],
  ['2', 2000],
  [' 0 ', 0],
  ['0.5', 500],
  ['Thu, 01 Jan 1970 00:00:15 GMT', 5000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['soon', null],
])('Retry-After %p is %p ms at second 10', (header, expected) => {
  expect(retryAfter(header, 10_000)).toBe(expected);
});
