/** @covers Limits per caller across instances, CORS */
import { expect, test } from '@jest/globals';
import { type Bucket, takeToken } from '../../functions/src/common/rate/bucket.ts';

/** Which of the calls at these times got a token. */
function allowedAt(times: readonly number[], perMinute: number): boolean[] {
  let bucket: Bucket | null = null;
  return times.map((now) => {
    const taken = takeToken(bucket, perMinute, now);
    bucket = taken.bucket;
    return taken.retryAfter === null;
  });
}

test('the calls of a minute at once, then one at a time as it refills', () => {
  expect(allowedAt([0, 0, 0, 0, 19_999, 20_000, 20_000, 40_000], 3)).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});

test('it never holds more than the calls of a minute', () => {
  expect(allowedAt([0, 0, 3_600_000, 3_600_000, 3_600_000], 2)).toEqual([true, true, true, true, false]);
});

test('Retry-After says when there is a token again, in whole seconds', () => {
  const empty = { tokens: 0, at: 0 };
  expect(takeToken(empty, 60, 0).retryAfter).toBe(1);
  expect(takeToken(empty, 2, 0).retryAfter).toBe(30);
  expect(takeToken(empty, 2, 29_500).retryAfter).toBe(1);
});

test('a clock that runs behind neither fills nor empties it', () => {
  const { bucket, retryAfter } = takeToken({ tokens: 1, at: 10_000 }, 60, 5000);
  expect([bucket, retryAfter]).toEqual([{ tokens: 0, at: 10_000 }, null]);
});
