/** Whose turn it is to publish a dataset's counters; test/emulator/counters-in-turn.test.ts has two real processes. */
import { expect, test } from '@jest/globals';
import { Turn } from '../../functions/src/common/adapters/firestore/counter-turn.ts';
import { simulatePublishing } from '../bench/scale/simulate-publishing.ts';

const SECOND = 1_000;
/** 200 parts are published every four seconds. */
const MANY = 200;

test('with few parts whoever finds that nobody has published since it last looked publishes', () => {
  const turn = new Turn();
  const look = (version: string) => turn.look({ parts: 20, version, age: 0 });
  expect(look('1')).toBe(0);
  turn.wrote('2');
  expect(look('2')).toBe(0);
  expect(look('3')).toBe(SECOND);
  expect(look('3')).toBe(0);
});

test('with many parts the publisher goes on, also after somebody else has written once', () => {
  const turn = new Turn();
  const look = (version: string, age: number) => turn.look({ parts: MANY, version, age });
  turn.wrote('1');
  expect(look('1', 4 * SECOND)).toBe(0);
  turn.wrote('2');
  expect(look('3', SECOND)).toBe(3 * SECOND);
  expect(look('3', 4 * SECOND)).toBe(0);
  turn.wrote('4');
  expect(look('5', 3 * SECOND)).toBe(SECOND);
});

test('of two publishers the one that the other overtakes each time stops', () => {
  const turn = new Turn(() => 0);
  const look = (version: string) => turn.look({ parts: MANY, version, age: SECOND });
  turn.wrote('1');
  expect(look('2')).toBe(3 * SECOND);
  expect(look('3')).toBe(8 * SECOND);
  expect(look('3')).toBe(8 * SECOND);
});

test('the others look after two to four times the pace, and take over after two to six times without a publication', () => {
  const random = { is: 0 };
  const turn = new Turn(() => random.is);
  const look = (age: number) => turn.look({ parts: MANY, version: String(age), age: age * SECOND });
  expect([look(0), look(7)]).toEqual([8 * SECOND, 8 * SECOND]);
  expect(look(8)).toBe(0);
  random.is = 1;
  expect(look(23)).toBe(16 * SECOND);
  expect(look(24)).toBe(0);
  // A new instance does not publish just because it knows nothing.
  expect(new Turn().look({ parts: MANY, version: '1', age: SECOND })).toBeGreaterThanOrEqual(8 * SECOND);
});

test('10,000 cameras on one dataset: at most 100 reads a second in any minute, and few processes wait no longer than before', () => {
  for (const instances of [1, 7, 19, 20, 67, 200, 400, 667])
    expect(simulatePublishing(instances).mostReadsPerSecond).toBeLessThanOrEqual(100);
  for (const instances of [1, 2, 7, 19]) {
    const { every, longest } = simulatePublishing(instances);
    expect(every).toBeLessThanOrEqual(4.1);
    expect(longest).toBeLessThanOrEqual(8);
  }
  expect(simulatePublishing(667).longest).toBeLessThanOrEqual(60);
});
