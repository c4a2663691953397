/** @covers Retries, and codes of other services */
import { describe, expect, test } from '@jest/globals';
import { retry } from '../../functions/src/common/concurrency/retry.ts';

const away = () => Object.assign(new Error('away'), { code: 503 });

/** Work that fails this often with this error before it succeeds. */
function failing(times: number, error: () => Error = away) {
  const work = async () => {
    work.tries += 1;
    if (work.tries <= times) throw error();
    return 'done';
  };
  work.tries = 0;
  return work;
}

describe('retry', () => {
  test('a temporary failure is retried', async () => {
    const work = failing(2);
    expect(await retry(work)).toBe('done');
    expect(work.tries).toBe(3);
  });

  test('after four attempts the last error is thrown', async () => {
    const work = failing(9);
    await expect(retry(work)).rejects.toThrow('away');
    expect(work.tries).toBe(4);
  });

  test('any other error is thrown at once', async () => {
    const work = failing(9, () => Object.assign(new Error('forbidden'), { code: 403 }));
    await expect(retry(work)).rejects.toThrow('forbidden');
    expect(work.tries).toBe(1);
  });

  test('the caller can choose what is retried', async () => {
    const work = failing(1, () => new Error('odd'));
    expect(await retry(work, { isWorthIt: () => true })).toBe('done');
  });

  test('no attempt starts after the deadline, or for a caller who has disconnected', async () => {
    const late = failing(9);
    await expect(retry(late, { until: Date.now() })).rejects.toThrow('away');
    expect(late.tries).toBe(1);
    const leaving = new AbortController();
    const left = failing(9);
    const waiting = retry(left, { signal: leaving.signal });
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    expect(left.tries).toBe(1);
  });
});
