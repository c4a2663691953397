/**
 * Whether a camera is silent or slow: one function for everybody.
 * @covers Contract 16: silent, slow, never sent; the expected rate, given or learned
 */
import { describe, expect, test } from '@jest/globals';
import { type CameraFacts, rateOf, slowAfter, stateOf } from '../../packages/camera/src/camera-state.ts';

const START = 1_790_000_000_000;
const at = (seconds: number) => START + seconds * 1000;
const camera = (facts: Partial<CameraFacts>): CameraFacts => ({
  started: START,
  latest: null,
  frames: 0,
  expected: null,
  rate: null,
  ...facts,
});

describe('a camera', () => {
  test.each<[string, Partial<CameraFacts>, number, string]>([
    ['stopped, whatever it sent', { started: null, latest: at(0), expected: 60, rate: 0 }, 9_999, 'stopped'],

    ['that never sent, 15 s after the start', { expected: 60 }, 15, 'never sent'],
    ['that never sent, later', { expected: 60 }, 15.001, 'silent'],
    ['that never sends, one a minute', { expected: 1 }, 180, 'never sent'],
    ['that never sends, one a minute, later', { expected: 1 }, 180.001, 'silent'],
    ['that never sent, of which nothing is known', {}, 60, 'never sent'],
    ['that never sent, of which nothing is known, later', {}, 60.001, 'silent'],

    ['of 60 a minute, 15 s after a frame', { expected: 60, latest: at(100), frames: 100 }, 115, 'ok'],
    ['of 60 a minute, later', { expected: 60, latest: at(100), frames: 100 }, 115.001, 'silent'],
    ['of 6000 a minute is not sooner', { expected: 6000, latest: at(100), frames: 1 }, 115, 'ok'],
    ['of 6 a minute, three gaps later', { expected: 6, latest: at(100), frames: 10 }, 130, 'ok'],
    ['of 6 a minute, later', { expected: 6, latest: at(100), frames: 10 }, 130.001, 'silent'],
    ['of one in an hour', { expected: 1 / 60, latest: at(100), frames: 1 }, 10_900, 'ok'],
    ['of one in an hour, later', { expected: 1 / 60, latest: at(100), frames: 1 }, 10_901, 'silent'],

    ['at half its rate', { expected: 60, latest: at(100), frames: 50, rate: 30 }, 101, 'ok'],
    ['under half its rate', { expected: 60, latest: at(100), frames: 50, rate: 29.9 }, 101, 'slow'],
    ['at no rate, and silent', { expected: 60, latest: at(100), frames: 50, rate: 0 }, 200, 'silent'],
    ['that was not watched yet', { expected: 60, latest: at(100), frames: 2, rate: null }, 101, 'ok'],
    ['of which nothing is expected', { latest: at(100), frames: 2, rate: 0.1 }, 101, 'ok'],

    ['in its first minute', { latest: at(59), frames: 60 }, 119, 'ok'],
    ['in its first minute, a minute later', { latest: at(59), frames: 60 }, 119.001, 'silent'],
    ['of one a second, known by itself', { latest: at(60), frames: 60 }, 75, 'ok'],
    ['of one a second, known by itself, later', { latest: at(60), frames: 60 }, 75.001, 'silent'],
    ['of one in five minutes, known by itself', { latest: at(600), frames: 2 }, 1500, 'ok'],
    ['of one in five minutes, later', { latest: at(600), frames: 2 }, 1500.001, 'silent'],
  ])('%s: %j', (_, facts, seconds, state) => {
    expect(stateOf(camera(facts), at(seconds))).toBe(state);
  });

  test.each<[string, Partial<CameraFacts>, number, string]>([
    ['a frame from the future is no silence', { expected: 60, latest: at(500), frames: 5 }, 100, 'ok'],
    ['and counts as long as any', { expected: 60, latest: at(500), frames: 5 }, 515.001, 'silent'],
    ['a start in the future is none either', { expected: 60, started: at(500) }, 100, 'never sent'],
    ['a frame before the start', { expected: 60, latest: at(-400), frames: 1 }, 15, 'ok'],
    ['it counts from the start', { expected: 60, latest: at(-400), frames: 1 }, 15.001, 'silent'],
    ['a frame before the start, nothing expected', { latest: at(-400), frames: 1 }, 60, 'ok'],
  ])('clocks that differ: %s', (_, facts, seconds, state) => {
    expect(stateOf(camera(facts), at(seconds))).toBe(state);
  });

  test('is slow after a minute, or after four gaps', () => {
    expect([null, 6000, 4, 1, 0.5].map(slowAfter)).toEqual([60_000, 60_000, 60_000, 240_000, 480_000]);
  });

  test.each([
    ['an hour', 3600, 7200, 120],
    ['a minute', 60, 10, 10],
    ['less than a minute', 59, 500, null],
    ['few frames', 3600, 9, null],
    ['a clock that went back', -60, 100, null],
  ])('learns from a session of %s', (_, seconds, frames, rate) => {
    expect(rateOf({ start: START, stop: at(seconds), frames })).toBe(rate);
  });
});
