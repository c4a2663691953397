/** @covers Leftovers of died processes */
import { describe, expect, test } from '@jest/globals';
import { mergeSorted } from '../../functions/src/common/counters/merge-sorted.ts';
import { readOptions } from '../../functions/src/sweep/options.ts';
import { SafetyLimit } from '../../functions/src/sweep/safety-limit.ts';
import { nameOfTarget, targetOf } from '../../functions/src/sweep/target.ts';
import { byteOrder } from '../../packages/records/src/byte-order.ts';
import { anyText, fc } from '../support/fast-check.ts';

async function* listing<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const names = fc.uniqueArray(anyText({ maxLength: 3 }));

test('two listings in parallel: items of both are pairs, all others alone, in order', async () => {
  await fc.assert(
    fc.asyncProperty(names, names, async (as, bs) => {
      const [left, right] = [as.sort(byteOrder), bs.sort(byteOrder)];
      const seen: [string | null, string | null][] = [];
      for await (const pair of mergeSorted(listing(left), listing(right), byteOrder)) seen.push(pair);
      const all = [...new Set([...left, ...right])].sort(byteOrder);
      const expected = all.map((name) => [
        left.includes(name) ? name : null,
        right.includes(name) ? name : null,
      ]);
      expect(seen).toEqual(expected);
    }),
  );
});

test('a second equal item is alone', async () => {
  const seen = [];
  for await (const pair of mergeSorted(listing(['a', 'b']), listing(['a', 'a', 'b']), byteOrder))
    seen.push(pair);
  expect(seen).toEqual([
    ['a', 'a'],
    [null, 'a'],
    ['b', 'b'],
  ]);
});

test('items are ordered by UTF-8 bytes', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(byteOrder(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  expect(byteOrder('\uffee', '\u{1f600}')).toBeLessThan(0);
});

describe('the safety limit', () => {
  const add =
    (seen: number, found: number, isOff = false) =>
    () => {
      const brake = new SafetyLimit('objects have no record', isOff);
      brake.seen = seen;
      for (let each = 0; each < found; each++) brake.add(1);
    };

  test.each([
    [9, 9],
    [20, 10],
    [1000, 500],
  ])('of %i, %i may go', (seen, found) => {
    expect(add(seen, found)).not.toThrow();
  });

  test.each([
    [10, 10],
    [19, 10],
    [1000, 501],
  ])('of %i, %i may not', (seen, found) => {
    expect(add(seen, found)).toThrow(`${found} of ${seen} objects have no record: are bucket and database`);
    expect(add(seen, found, true)).not.toThrow();
  });
});

describe('the target of a sweep', () => {
  test('the local stack by default', () => {
    expect(targetOf({ HOME: '/home' })).toMatchObject({
      GCLOUD_PROJECT: 'demo-sightline',
      FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
    });
  });

  test('the project of the environment or of the option', () => {
    expect(targetOf({ GCLOUD_PROJECT: 'mine' })).toEqual({});
    expect(targetOf({ FIREBASE_CONFIG: '{}' })).toEqual({});
    expect(targetOf({}, 'mine')).toEqual({ GCLOUD_PROJECT: 'mine' });
  });

  test('it is printed', () => {
    expect(nameOfTarget('mine', {})).toBe('the deployed project mine');
    expect(nameOfTarget('demo', { FIRESTORE_EMULATOR_HOST: 'h:1' })).toBe(
      'the local stack of demo (Firestore at h:1)',
    );
  });

  test.each([
    ['90m', 5_400_000],
    ['0s', 0],
    ['2d', 172_800_000],
  ])('--older-than=%s', (text, olderThan) => {
    expect(readOptions([`--older-than=${text}`]).olderThan).toBe(olderThan);
    expect(readOptions([]).olderThan).toBe(3_600_000);
  });

  test('an empty value is refused', () => {
    expect(() => readOptions(['--older-than='])).toThrow('--older-than needs a value');
    expect(() => readOptions(['--project='])).toThrow('--project needs a value');
  });

  test.each(['1', 'h', '-1h', '1.5h', '1w'])('--older-than=%s is refused', (text) => {
    expect(() => readOptions([`--older-than=${text}`])).toThrow('--older-than must be like 90m');
  });
});
