import { expect, test } from '@jest/globals';
import { pickPart } from '../../functions/src/common/adapters/firestore/counter-parts.ts';

test('500 commits a second for 10 seconds: no part is written twice within a second', () => {
  const last = new Map<number, number>();
  for (let at = 0; at < 10_000; at += 2) {
    const part = pickPart('busy', at);
    expect(at - (last.get(part) ?? -1000)).toBeGreaterThanOrEqual(1000);
    last.set(part, at);
  }
  expect(last.size).toBeLessThanOrEqual(500);
});

test('one camera at 5 frames a second needs five parts, and a slow one needs one', () => {
  const used = (dataset: string, every: number) => {
    const parts = new Set<number>();
    for (let at = 0; at < 20_000; at += every) parts.add(pickPart(dataset, at));
    return parts.size;
  };
  expect(used('steady', 200)).toBe(5);
  expect(used('slow', 2000)).toBe(1);
});
