/**
 * Pictures that are decoded at once: their memory is shared by caller.
 * @covers Contract: Quotas by caller: memory for decoding, places for detectors, turns of suggestions
 */
import { expect, test } from '@jest/globals';
import { onBehalfOf } from '../../functions/src/common/concurrency/on-behalf-of.ts';
import { withPixels } from '../../functions/src/common/images/decoding.ts';

test('one caller whose pictures take long leaves room for those of others, and whoever waits takes turns', async () => {
  const { signal } = new AbortController();
  const begun: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const paint = (caller: string) =>
    onBehalfOf(caller, () =>
      withPixels(
        async () => {
          begun.push(caller);
          await end;
        },
        { weight: 60e6, signal },
      ),
    );
  const all = [...Array(20).fill('many'), 'few', 'other'].map(paint);
  await new Promise(setImmediate);
  expect(begun).toEqual(['many', 'many', 'many', 'many', 'few']);
  resolve();
  await Promise.all(all);
  expect(begun.slice(5, 7)).toContain('other');
});
