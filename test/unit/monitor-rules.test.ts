/**
 * @covers Contract 6 the same frame again
 * @covers Contract 6 late frames, frames while stopped
 */

import { describe, expect, test } from '@jest/globals';
import {
  addCounts,
  changeOf,
  isNoChange,
  noCounts,
} from '../../functions/src/common/counters/counter-change.ts';
import { isId, tagIdOf } from '../../functions/src/common/ids.ts';
import { frameId } from '../../functions/src/monitor/frame-id.ts';
import { sessionOfFrame } from '../../functions/src/monitor/session-of-frame.ts';
import type { Annotation } from '../../packages/records/src/image.ts';

describe('Contract 6: the session of a frame', () => {
  const lastSession = { id: 'old', start: 1000, stop: 2000, total: 3 };
  const late = 2000 + 600_000;

  test.each([
    ['the running session takes every frame', { session: 'now', lastSession }, 0, 3000, 'now'],
    ['dated inside the last session and in time', { session: '', lastSession }, 1500, late, 'old'],
    ['dated at its very start', { session: '', lastSession }, 1000, 2001, 'old'],
    ['dated at its very stop', { session: '', lastSession }, 2000, 2001, 'old'],
    ['dated before it', { session: '', lastSession }, 999, 2001, ''],
    ['dated after it', { session: '', lastSession }, 2001, 2002, ''],
    ['more than 10 minutes late', { session: '', lastSession }, 1500, late + 1, ''],
    ['no session ever', { session: '', lastSession: null }, 1500, 1600, ''],
  ])('%s', (_, monitor, date, now, expected) => {
    expect(sessionOfFrame(monitor, date, now)).toBe(expected);
  });
});

describe('Contract 6: a frame is the same by monitor, date, name and bytes', () => {
  const frame = { monitor: 'm', date: 1, name: 'a.jpg', content: 'ff' };

  test('the same frame has the same id, which is a safe object name', () => {
    expect(frameId({ ...frame })).toBe(frameId(frame));
    expect(frameId(frame)).toMatch(/^[a-z0-9]{20}$/);
  });

  test.each([
    { ...frame, monitor: 'n' },
    { ...frame, date: 2 },
    { ...frame, date: null },
    { ...frame, name: 'b.jpg' },
    { ...frame, content: 'fe' },
    { ...frame, monitor: 'm1', date: null },
  ])('another one has another id: %j', (other) => {
    expect(frameId(other)).not.toBe(frameId(frame));
  });
});

describe('ids from outside', () => {
  test.each(['line-1', 'a', 'Ω', 'a--b', 'a b', 'x'.repeat(256)])('%j is valid', (id) => {
    expect(isId(id)).toBe(true);
  });

  test.each(['', '.', '..', 'a/b', '__x__', 'a\u0000', '\ud800', 'x'.repeat(257), 'x'.repeat(2000), 7, null])(
    '%j is invalid',
    (id) => {
      expect(isId(id)).toBe(false);
    },
  );

  test.each([
    ['ok', 'ok'],
    ['dataset/bolts/tag/ok', 'ok'],
    ['/dataset/bolts/tag/ok', 'ok'],
    ['dataset/other/tag/ok', null],
    ['dataset/bolts/tag/..', null],
    ['dataset/bolts/image/ok', null],
    ['a/b', null],
    ['', null],
    [null, null],
  ])('the tag reference %j of dataset bolts means %j', (reference, expected) => {
    expect(tagIdOf(reference, 'bolts')).toBe(expected);
  });
});

describe('changes of counters', () => {
  const box = (tag: string): Annotation => ({ type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' });
  const frame = { tag: 'p', masks: [], checked: false, set: 'TRAIN', session: 's', date: 0 } as const;
  const before = { ...frame, tags: [box('a'), box('a')], tagsContained: ['a', 'p'] };
  const after = { ...frame, tags: [box('a'), box('b')], tagsContained: ['a', 'b', 'p'] };

  test('change by the difference', () => {
    const { images, unlabelled, tag, group } = changeOf(before, after);
    expect({ images, unlabelled, tag, group }).toMatchObject({
      images: 0,
      unlabelled: 0,
      tag: {
        a: { images: 0, annotations: -1, sets: { TRAIN: 0 } },
        b: { images: 1, annotations: 1, sets: { TRAIN: 1 } },
        p: { images: 0, annotations: 0, sets: { TRAIN: 0 } },
      },
    });
    expect(Object.keys(group)).toEqual([]);
  });

  test('there and back is no change', () => {
    const sum = addCounts(addCounts(noCounts(), changeOf(before, after)), changeOf(after, before));
    expect(isNoChange(sum)).toBe(true);
  });

  test('a tag named __proto__ is a tag like any other', () => {
    const change = changeOf(null, { ...frame, tags: [box('__proto__')], tagsContained: ['__proto__'] });
    expect(Object.keys(change.tag)).toEqual(['__proto__']);
    expect(Object.values(change.tag)).toMatchObject([{ images: 1, annotations: 1, sets: { TRAIN: 1 } }]);
  });
});
