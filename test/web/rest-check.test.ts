/**
 * The check of suggestions, kept in a browser (Contract 15).
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { expect, jest, test } from '@jest/globals';
import type { Check } from '../../web/src/data/rest/check.ts';

const kept = new Map<string, string>();
const told: ((event: { key: string }) => void)[] = [];
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
  addEventListener: (_: string, listener: (event: { key: string }) => void) => told.push(listener),
});
jest.unstable_mockModule('../../web/src/data/account.ts', () => ({
  currentPerson: () => ({ uid: 'ann' }),
  onOtherPerson: () => {},
}));
const { currentCheck, joined, keepCheck, say } = await import('../../web/src/data/rest/check.ts');

const check = (fields: object): Check =>
  ({ acceptance: 'a', sample: [], classes: [], said: {}, outcome: null, ...fields }) as unknown as Check;
const KEY = 'check/ann/bolts';

test('two tabs of one check keep what both have said', () => {
  keepCheck('bolts', check({ said: { one: 'good' } }));
  // The other tab says something of another image.
  kept.set(KEY, JSON.stringify(check({ said: { one: 'good', two: 'rusty' } })));
  say('bolts', 'three', 'good');
  expect(JSON.parse(kept.get(KEY) ?? '').said).toEqual({ one: 'good', two: 'rusty', three: 'good' });
  kept.set(KEY, JSON.stringify(check({ said: { four: 'good' } })));
  for (const tell of told) tell({ key: KEY });
  expect(currentCheck('bolts')?.said).toEqual({ four: 'good' });
});

test('a check that another one has replaced takes nothing of it', () => {
  const own = check({ said: { one: 'good' } });
  expect(joined(own, check({ acceptance: 'b', said: { two: 'rusty' } }))).toBe(own);
  expect(joined(own, null)).toBe(own);
  expect(joined(null, own)).toBeNull();
});
