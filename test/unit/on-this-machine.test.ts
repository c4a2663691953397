/**
 * Deadlines of the functions on a slow machine.
 * @covers Tests: slowness is not an error
 */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { onThisMachine } from '../../functions/src/common/concurrency/timeout.ts';

const { env } = process;
beforeEach(() => {
  process.env = { ...env, FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
});
afterEach(() => {
  process.env = env;
});

test.each([
  ['3.5', 3500],
  ['1', 1000],
  ['0.2', 1000],
  ['-5', 1000],
  ['fast', 1000],
  ['', 1000],
  ['1e9', 20_000],
])('a machine that takes %s times as long has a deadline of %i ms instead of 1000', (slowness, ms) => {
  process.env.SLOWNESS = slowness;
  expect(onThisMachine(1000)).toBe(ms);
});

test('what is deployed keeps its deadlines', () => {
  process.env.SLOWNESS = '5';
  delete process.env.FIRESTORE_EMULATOR_HOST;
  expect(onThisMachine(1000)).toBe(1000);
});
