/** @covers Bodies: room by caller, a slowest pace */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  completeBytes,
  expectBytes,
  holdBytes,
  releaseBytes,
} from '../../functions/src/common/http/input/held-bytes.ts';

const MB = 1024 ** 2;

interface Body {
  request: IncomingMessage;
  cut: boolean;
}

const bodies: Body[] = [];

function begin(caller: string, bytes = 0): Body {
  const body: Body = { request: {} as IncomingMessage, cut: false };
  bodies.push(body);
  expectBytes(body.request, caller, () => {
    body.cut = true;
  });
  expect(holdBytes(body.request, bytes)).toBe(true);
  return body;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  for (const { request } of bodies.splice(0)) releaseBytes(request);
  jest.useRealTimers();
});

const seconds = (count: number) => jest.advanceTimersByTime(count * 1000);

/** Each body brings so many bytes a second. */
function bring(count: number, each: readonly [Body, number][]): void {
  for (let second = 0; second < count; second += 1) {
    for (const [{ request }, bytes] of each) holdBytes(request, bytes);
    seconds(1);
  }
}

test('a caller has half of the room, whatever the number of his bodies', () => {
  for (let count = 0; count < 48; count += 1) begin('greedy', MB);
  expect(holdBytes((bodies[0] as Body).request, 1)).toBe(false);
  begin('other', 30 * MB);
});

test('what was held is free again when its request is answered', () => {
  const first = begin('one', 48 * MB);
  releaseBytes(first.request);
  begin('one', 48 * MB);
});

test('a body without a byte for a quarter of a minute is cut, and only one that is still coming', () => {
  const [silent, whole] = [begin('one', MB), begin('two', MB)];
  completeBytes(whole.request);
  seconds(15);
  expect(silent.cut).toBe(false);
  seconds(1);
  expect([silent.cut, whole.cut]).toEqual([true, false]);
});

test('a body at 20 kB a second is never cut, one at 1 kB is', () => {
  const [poor, trickle] = [begin('one'), begin('two')];
  bring(60, [
    [poor, 20_000],
    [trickle, 1000],
  ]);
  expect([poor.cut, trickle.cut]).toEqual([false, true]);
});

test('where all room is taken, the largest slow body gives way, and no more of them than necessary', () => {
  const slow = [begin('one', 40 * MB), begin('two', 30 * MB), begin('three', 20 * MB)];
  const poor = begin('camera');
  bring(10, [
    [slow[0] as Body, 8000],
    [slow[1] as Body, 8000],
    [slow[2] as Body, 8000],
    [poor, 20_000],
  ]);
  begin('honest', 30 * MB);
  expect([...slow, poor].map(({ cut }) => cut)).toEqual([true, false, false, false]);
});

test('quick bodies do not give way: the one that finds no room is refused', () => {
  const quick = [begin('one', 40 * MB), begin('two', 40 * MB)];
  seconds(2);
  const late = begin('three');
  expect(holdBytes(late.request, 30 * MB)).toBe(false);
  expect([...quick, late].map(({ cut }) => cut)).toEqual([false, false, false]);
});

test('a frame of 20 MB on a line of a megabyte a second does not give way', () => {
  const frame = begin('camera');
  const slow = [begin('one', 40 * MB), begin('two', 30 * MB)];
  bring(19, [
    [frame, MB],
    [slow[0] as Body, 8000],
    [slow[1] as Body, 8000],
  ]);
  begin('honest', 10 * MB);
  expect([frame, ...slow].map(({ cut }) => cut)).toEqual([false, true, false]);
});

test('slow bodies of a caller give way to his own quick ones', () => {
  const slow = begin('one', 40 * MB);
  seconds(6);
  begin('one', 20 * MB);
  expect(slow.cut).toBe(true);
});
