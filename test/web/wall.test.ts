/**
 * The wall: cameras that stopped sending, their rate, and the largest possible tiles.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { describe, expect, test } from '@jest/globals';
import { type Beats, NO_BEATS, noteTotal, paceOf, rateOver } from '../../web/src/data/cameras/beats.ts';
import { tilesOf } from '../../web/src/pages/wall/tile-size.ts';

const START = 1_790_000_000_000;
const MINUTE = 60_000;

/** Frames at an interval, as the page sees them. */
function seen(count: number, interval: number, span = MINUTE): Beats {
  let beats = NO_BEATS;
  for (let number = 0; number < count; number += 1)
    beats = noteTotal(beats, { session: 's', total: number }, span, START + number * interval);
  return beats;
}
const end = (count: number, interval: number) => START + (count - 1) * interval;

describe('a camera', () => {
  test.each([
    ['five a second', 200, 400, 300],
    ['one a second', 1000, 100, 60],
    ['one in ten seconds', 10_000, 17, 6],
  ])('%s: its pace is told, and its rate of the last minute', (_, interval, count, expected) => {
    const beats = seen(count, interval);
    expect(paceOf(beats, end(count, interval))).toBeCloseTo(expected);
    expect(rateOver(beats, MINUTE, end(count, interval))).toBeCloseTo(expected);
  });

  test('its pace stays between two frames, and falls once the next is overdue', () => {
    const beats = seen(7, 10_000);
    const last = end(7, 10_000);
    expect(paceOf(beats, last + 10_000)).toBeCloseTo(6);
    expect(paceOf(beats, last + 80_000)).toBeCloseTo(4 / 3);
    expect(rateOver(beats, MINUTE, last + 80_000)).toBe(0);
  });

  test('after the page was opened, a pace needs five seconds of frames, and a rate the whole span', () => {
    expect(paceOf(seen(5, 1000), end(5, 1000))).toBeNull();
    expect(paceOf(seen(7, 1000), end(7, 1000))).toBeCloseTo(60);
    expect(rateOver(seen(60, 1000), MINUTE, end(60, 1000))).toBeNull();
    expect(rateOver(seen(61, 1000), MINUTE, end(61, 1000))).toBeCloseTo(60);
    expect(rateOver(NO_BEATS, MINUTE, START)).toBeNull();
  });

  test('starts over with each session and when its count falls, and forgets what is older than the span', () => {
    const first = seen(300, 1000);
    expect(first.all.length).toBe(61);
    expect(seen(300, 1000, 2 * MINUTE).all.length).toBe(121);
    const at = end(300, 1000);
    for (const next of [
      { session: 't', total: 500 },
      { session: 's', total: 0 },
    ])
      expect(noteTotal(first, next, MINUTE, at).all).toEqual([{ at, total: next.total }]);
  });
});

describe('tiles', () => {
  const room = { width: 1200, height: 800, gap: 12, foot: 52, narrowest: 220 };

  test.each([
    [1, 1],
    [2, 2],
    [4, 2],
    [6, 3],
    [9, 3],
  ])('%i stand in %i columns', (count, columns) => {
    expect(tilesOf(count, room).columns).toBe(columns);
  });

  test('all are in sight as long as they are wide enough, else the wall scrolls at full width', () => {
    for (let count = 1; count <= 60; count += 1) {
      const { columns, width } = tilesOf(count, room);
      const rows = Math.ceil(count / columns);
      expect(columns * width + room.gap * (columns - 1)).toBeLessThanOrEqual(room.width + 0.001);
      const height = rows * (width * 0.75 + room.foot) + room.gap * (rows - 1);
      if (height > room.height + 0.001) expect([count > 9, columns]).toEqual([true, 5]);
      expect(width).toBeGreaterThanOrEqual(room.narrowest);
    }
  });
});
