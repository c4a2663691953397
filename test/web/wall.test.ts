/**
 * The wall: cameras that stopped sending, their rate, and the largest possible tiles.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { describe, expect, test } from '@jest/globals';
import { beat, isSilent, NO_PULSE, type Pulse, perMinute } from '../../web/src/data/live/pulse.ts';
import { tilesOf } from '../../web/src/pages/wall/tile-size.ts';

const START = 1_790_000_000_000;

/**
 * Frames at an interval, as the page sees them.
 * @param from seconds after the start at which the page opens
 */
function seen(count: number, interval: number, session = 's'): Pulse {
  let pulse = NO_PULSE;
  for (let number = 0; number < count; number += 1) {
    const at = START + number * interval;
    pulse = beat(pulse, { session, total: number + 1, frame: { id: `f${number}`, date: at } }, at);
  }
  return pulse;
}
const end = (count: number, interval: number) => START + (count - 1) * interval;

describe('a camera', () => {
  test.each([
    ['five a second', 200, 50, 300],
    ['one a second', 1000, 30, 60],
    ['one in ten seconds', 10_000, 7, 6],
  ])('%s: its pace is told', (_, interval, count, expected) => {
    expect(perMinute(seen(count, interval))).toBeCloseTo(expected);
  });

  test.each([
    ['five a second', 200, 50, 6_900, false],
    ['five a second', 200, 50, 7_100, true],
    ['one in ten seconds', 10_000, 7, 39_000, false],
    ['one in ten seconds', 10_000, 7, 41_000, true],
    ['one in five minutes', 300_000, 4, 61_000, true],
  ])('%s (%i ms), nothing for a while: silent or not', (_, interval, count, later, expected) => {
    expect(isSilent(seen(count, interval), end(count, interval) + later)).toBe(expected);
  });

  test('of which one frame is known is silent after a minute, and one that never sent is not', () => {
    expect(isSilent(seen(1, 1000), START + 59_000)).toBe(false);
    expect(isSilent(seen(1, 1000), START + 61_000)).toBe(true);
    expect(isSilent(beat(NO_PULSE, { session: 's', total: 0, frame: null }, START), START + 999_000)).toBe(
      false,
    );
  });

  test('with a clock that is ahead is as old as the page is', () => {
    const ahead = { session: 's', total: 9, frame: { id: 'f', date: START + 500_000 } };
    expect(isSilent(beat(NO_PULSE, ahead, START), START + 61_000)).toBe(true);
  });

  test('starts over with each session, and forgets what is older than a minute', () => {
    const first = seen(300, 1000);
    expect(first.beats.length).toBeLessThanOrEqual(62);
    const next = beat(first, { session: 't', total: 0, frame: null }, end(300, 1000));
    expect([next.beats.length, perMinute(next)]).toEqual([1, null]);
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
