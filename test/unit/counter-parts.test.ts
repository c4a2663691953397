/**
 * @covers Contract 10 at most 120 new sessions an hour; counters of thousands of sessions
 * @covers Counters exact under load, no document written more than once a second
 */
import { expect, test } from '@jest/globals';
import { pickPart } from '../../functions/src/common/adapters/firestore/counters/counter-parts.ts';

test('500 commits a second for 10 seconds: no part is written twice within a second', () => {
  const last = new Map<string, number>();
  for (let at = 0; at < 10_000; at += 2) {
    const part = pickPart('busy', at);
    expect(at - (last.get(part) ?? -1000)).toBeGreaterThanOrEqual(1000);
    last.set(part, at);
  }
  expect(last.size).toBeLessThanOrEqual(500);
});

test('one camera at 5 frames a second needs five parts, and a slow one needs one', () => {
  const used = (dataset: string, every: number) => {
    const parts = new Set<string>();
    for (let at = 0; at < 20_000; at += every) parts.add(pickPart(dataset, at));
    return parts.size;
  };
  expect(used('steady', 200)).toBe(5);
  expect(used('slow', 2000)).toBe(1);
});

test('parts that have counted 500 groups are followed by others', () => {
  const first = pickPart('many', 0, ['session-0']);
  for (let at = 1; at < 500; at += 1) expect(pickPart('many', at * 1000, [`session-${at}`])).toBe(first);
  expect(pickPart('many', 500_000, ['session-0'])).not.toBe(first);
});
