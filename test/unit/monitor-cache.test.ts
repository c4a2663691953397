/** @covers A revoked key and a removed person are refused within seconds, while frames keep coming */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { monitors } from '../../functions/src/common/adapters/firestore/records/monitors.ts';
import type { Monitor } from '../../functions/src/common/model.ts';
import { MonitorCache } from '../../functions/src/monitor/monitor-cache.ts';
import { standIn } from '../support/stand-in.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const line = (session: string): Monitor => ({
  id: 'line-1',
  name: 'Line 1',
  dataset: 'bolts',
  session,
  review: 0,
  expected: null,
  born: '',
  lastSession: null,
  commands: 0,
  version: undefined,
  owner: 'owner',
  members: {},
});

/** Monitors whose record is `stored.record`; `stored.reads` counts. */
function prepare(record: Monitor | null) {
  const stored = { record, reads: 0 };
  const find = async () => {
    stored.reads += 1;
    return stored.record;
  };
  standIn({ monitors }, { monitors: { find } });
  return { stored, cache: new MonitorCache() };
}

test('a running monitor is read once in four seconds, and changes are seen after them', async () => {
  const { stored, cache } = prepare(line('s1'));
  for (let frame = 0; frame < 5; frame += 1) await cache.find('line-1');
  expect(stored.reads).toBe(1);
  stored.record = null;
  jest.advanceTimersByTime(3999);
  expect((await cache.find('line-1'))?.session).toBe('s1');
  jest.advanceTimersByTime(1);
  expect(await cache.find('line-1')).toBeNull();
  expect(await cache.find('line-1')).toBeNull();
  expect(stored.reads).toBe(3);
});

test('a stopped monitor is read for each frame, so that a start is seen at once', async () => {
  const { stored, cache } = prepare(line(''));
  await cache.find('line-1');
  stored.record = line('s2');
  expect((await cache.find('line-1'))?.session).toBe('s2');
});

test('every other read of this process is fresh, and frames see what it found', async () => {
  const { stored, cache } = prepare(line('s1'));
  await cache.find('line-1');
  stored.record = line('');
  expect((await cache.read('line-1'))?.session).toBe('');
  expect((await cache.find('line-1'))?.session).toBe('');
});

test('a frame learns whether its monitor was just read', async () => {
  const { stored, cache } = prepare(line('s1'));
  await cache.read('line-1');
  expect(await cache.recall('line-1')).toEqual({ monitor: stored.record, isRead: false });
  jest.advanceTimersByTime(4000);
  expect(await cache.recall('line-1')).toEqual({ monitor: stored.record, isRead: true });
});

test('what a later read has overtaken does not count as just read', async () => {
  const answers: ((monitor: Monitor) => void)[] = [];
  const find = () => new Promise<Monitor>((resolve) => answers.push(resolve));
  standIn({ monitors }, { monitors: { find } });
  const cache = new MonitorCache();
  const slow = cache.recall('line-1');
  const later = cache.read('line-1');
  answers[1]?.(line('s2'));
  await later;
  answers[0]?.(line('s1'));
  expect(await slow).toEqual({ monitor: line('s1'), isRead: false });
});

test('a slow read does not replace what a later one has found', async () => {
  const answers: ((monitor: Monitor) => void)[] = [];
  const find = () => new Promise<Monitor>((resolve) => answers.push(resolve));
  standIn({ monitors }, { monitors: { find } });
  const cache = new MonitorCache();
  const [slow, later] = [cache.read('line-1'), cache.read('line-1')];
  answers[1]?.(line(''));
  await later;
  answers[0]?.(line('s1'));
  await slow;
  void cache.find('line-1');
  expect(answers).toHaveLength(3);
});
