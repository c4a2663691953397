/**
 * @covers Contract 8 what a caller may fill is remembered for a second, and nobody else learns of it
 * @covers A revoked key and a removed person are refused within seconds, while frames keep coming
 */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import { KnownTargets } from '../../functions/src/monitor/known-targets.ts';
import { datasetRecord } from '../support/dataset-record.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const bolts = datasetRecord({ id: 'bolts', name: 'Bolts' });
const person = (uid: string, admin = false): Caller => ({ kind: 'person', uid, admin, permissions: [] });

test('a dataset is remembered for four seconds after its read began, for callers that were let in', () => {
  const targets = new KnownTargets();
  const target = targets.remember(person('ada'), 'line-1', bolts, Date.now());
  expect(targets.recall(person('ada'), 'line-1', 'bolts')).toBe(target);
  expect(targets.recall(person('bob'), 'line-1', 'bolts')).toBeNull();
  expect(targets.recall(person('ada', true), 'line-1', 'bolts')).toBeNull();
  expect(targets.recall(person('ada'), 'line-2', 'bolts')).toBeNull();
  expect(
    targets.recall({ kind: 'device', keyHash: 'ada', monitor: 'line-1', holder: null }, 'line-1', 'bolts'),
  ).toBeNull();
  expect(targets.recall({ kind: 'anyone' }, 'line-1', 'bolts')).toBeNull();
  jest.advanceTimersByTime(3999);
  expect(targets.recall(person('ada'), 'line-1', 'bolts')).toBe(target);
  jest.advanceTimersByTime(1);
  expect(targets.recall(person('ada'), 'line-1', 'bolts')).toBeNull();
});

test('cameras of one dataset share its record and its tags; the latest read counts', () => {
  const targets = new KnownTargets();
  const [began, later] = [Date.now() - 100, Date.now()];
  const renamed = { ...bolts, name: 'Renamed' };
  const target = targets.remember(person('ada'), 'line-1', renamed, later);
  target.tags.set('old', 'new');
  expect(targets.remember(person('bob'), 'line-2', bolts, began)).toBe(target);
  expect(targets.recall(person('bob'), 'line-2', 'bolts')).toBe(target);
  jest.advanceTimersByTime(4000);
  targets.remember(person('bob'), 'line-2', bolts, Date.now());
  expect(targets.recall(person('ada'), 'line-1', 'bolts')?.dataset).toBe(bolts);
  targets.forget(person('ada'), 'line-1', 'bolts');
  expect(targets.recall(person('ada'), 'line-1', 'bolts')).toBeNull();
  expect(targets.recall(person('bob'), 'line-2', 'bolts')).not.toBeNull();
});

test('names with spaces of one caller do not stand for another', () => {
  const targets = new KnownTargets();
  targets.remember(person('ada true'), 'line-1', bolts, Date.now());
  expect(targets.recall(person('ada', true), 'line-1', 'bolts')).toBeNull();
});

test('many callers do not exhaust the memory', () => {
  const targets = new KnownTargets();
  for (let number = 0; number <= 10_000; number += 1)
    targets.remember(person(`p${number}`), 'line-1', bolts, Date.now());
  expect(targets.recall(person('p0'), 'line-1', 'bolts')).toBeNull();
  expect(targets.recall(person('p10000'), 'line-1', 'bolts')).not.toBeNull();
});
