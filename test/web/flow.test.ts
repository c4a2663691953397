/**
 * What a camera's page says of flow: the measured rate, the device's own numbers, the line of the last hour.
 * @covers Contract 19 a camera's page: flow as numbers, and a line of the last hour
 */
import { expect, test } from '@jest/globals';
import { barsUntil, ownNumbers, ratesOf } from '../../web/src/data/cameras/flow.ts';
import type { MonitorState } from '../../web/src/data/records/monitors.ts';

const MINUTE = 60_000;
/** Two minutes into a bar. */
const now = 1_790_000_100_000 + 2 * MINUTE;

test("the device's own numbers stand beside those of the service, by name", () => {
  const flow = { total_processed: 7, lamp_hours: 12.5, current_flow_rate: 3, exposure: -1, note: 'x' };
  expect(ownNumbers({ flow } as unknown as MonitorState)).toEqual([
    ['exposure', -1],
    ['lamp_hours', 12.5],
  ]);
  expect(ownNumbers(null)).toEqual([]);
});

test('the line: the mean of each five minutes, and at its end the measured rate', () => {
  const starts = barsUntil(now);
  const bars = starts.map((from, at) => ({ from, frames: at === 10 ? 50 : at === 11 ? 6 : 0 }));
  const rates = ratesOf(bars, now, 4);
  expect(rates).toHaveLength(12);
  expect(rates.slice(-2)).toEqual([
    { at: (starts[10] as number) + 2.5 * MINUTE, perMinute: 10 },
    { at: now, perMinute: 4 },
  ]);
  // Without a measured rate: six frames in two minutes.
  expect(ratesOf(bars, now, null).at(-1)).toEqual({ at: now, perMinute: 3 });
  // What is not counted yet is no zero.
  const waiting = bars.map(({ from }) => ({ from, frames: null }));
  expect(ratesOf(waiting, now, 4)).toEqual([]);
});
