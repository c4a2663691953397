/**
 * When `@sightline/client` retries, and how long it waits.
 * @covers The client: archives, downloads, pictures and retries, by a simulated clock
 */
import { expect, test } from '@jest/globals';
import { isWorthRetry, RETRY, readRetryAfter, waitBefore } from '../../client/src/retry.ts';
import { type Failure, SightlineError } from '../../client/src/sightline-error.ts';

const refused = { code: 'ECONNREFUSED' };
const ROWS: [Failure, repeatable: boolean, once: boolean][] = [
  [{ kind: 'refused', status: 404 }, false, false],
  [{ kind: 'refused', status: 409 }, false, false],
  [{ kind: 'refused', status: 429 }, true, true],
  [{ kind: 'refused', status: 500 }, true, false],
  [{ kind: 'refused', status: 503 }, true, false],
  [{ kind: 'unexpected', status: 200 }, true, false],
  [{ kind: 'unexpected', status: 502 }, true, false],
  [{ kind: 'unexpected', status: 307 }, false, false],
  [{ kind: 'unexpected', status: 0 }, false, false],
  [{ kind: 'unexpected', status: 403 }, false, false],
  [{ kind: 'unreachable' }, true, false],
  [{ kind: 'unreachable', cause: { cause: refused } }, true, true],
  [{ kind: 'late' }, true, false],
  [{ kind: 'aborted' }, false, false],
];

test.each(ROWS)('%j: repeatable %s, else %s', (failure, repeatable, once) => {
  const error = new SightlineError('', failure);
  expect([isWorthRetry(error, true), isWorthRetry(error, false)]).toEqual([repeatable, once]);
});

test('waits are half to all of an interval that doubles up to its limit, in addition to Retry-After', () => {
  expect([1, 2, 3, 9].map((failures) => waitBefore(RETRY, failures, 0, 1))).toEqual([250, 500, 1000, 10_000]);
  expect(waitBefore(RETRY, 3, 0, 0)).toBe(500);
  expect(waitBefore(RETRY, 1, 2, 0.6)).toBe(2200);
});

test('Retry-After is a number of seconds or a date; an invalid value is ignored', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  expect(readRetryAfter('3', now)).toBe(3);
  expect(readRetryAfter('Sat, 21 Nov 2026 12:00:05 GMT', now)).toBe(5);
  expect(readRetryAfter('Sat, 21 Nov 2026 11:00:05 GMT', now)).toBe(0);
  for (const header of [null, '', 'soon']) expect(readRetryAfter(header, now)).toBeUndefined();
});
