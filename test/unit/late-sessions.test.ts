/**
 * How often sessions that frames name are settled; what settling does is in test/emulator/late-sessions.test.ts.
 * @covers Contract 10 frames that name their session: any order, several processes, kills, live state untouched; `start?session=`; Contract 9 share of review
 */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { sessions } from '../../functions/src/common/adapters/firestore/sessions/sessions.ts';
import { LateSessions } from '../../functions/src/monitor/late-sessions.ts';
import { standIn } from '../support/stand-in.ts';

const SECOND = 1_000;
const session = { id: 'line-1.shift', monitor: 'line-1', uid: '' };

let images: number;
/** Milliseconds that the database takes for a settling. */
let takes: number;
let isFailing: boolean;
let settled: number;
let late: LateSessions;

beforeEach(() => {
  jest.useFakeTimers({ now: 1_790_000_000_000 });
  [images, takes, isFailing, settled] = [0, 0, false, 0];
  const counting = {
    widen: async () => true,
    settle: async () => {
      settled += 1;
      await new Promise((done) => setTimeout(done, takes));
      if (isFailing) throw new Error('firestore count: no answer in 10000 ms');
      return images;
    },
  };
  standIn({ sessions }, { sessions: counting });
  late = new LateSessions();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A frame every `every` milliseconds. */
async function send(seconds: number, every: number): Promise<void> {
  for (let at = 0; at < seconds * SECOND; at += every) {
    images += 1;
    await late.note(session, Date.now());
    await jest.advanceTimersByTimeAsync(every);
  }
}

test('a second after its last frame', async () => {
  await send(10, 200);
  expect(settled).toBe(0);
  await jest.advanceTimersByTimeAsync(3 * SECOND);
  expect(settled).toBe(1);
  await jest.advanceTimersByTimeAsync(3600 * SECOND);
  expect(settled).toBe(1);
});

test('of a slow camera and many images, so rarely that a second costs about one read, and after the last frame', async () => {
  images = 100_000;
  await send(1_000, 4 * SECOND);
  // Each costs 100 reads.
  expect(settled).toBeGreaterThan(5);
  expect(settled).toBeLessThanOrEqual(11);
  const before = settled;
  await send(4, 4 * SECOND);
  await jest.advanceTimersByTimeAsync(110 * SECOND);
  expect(settled).toBe(before + 1);
});

test.each([false, true])(
  'of a database that takes ten seconds, at most a twentieth of the time (failing: %s)',
  async (failing) => {
    [takes, isFailing] = [10 * SECOND, failing];
    await send(1_000, 4 * SECOND);
    expect(settled).toBeGreaterThan(2);
    expect(settled).toBeLessThanOrEqual(5);
  },
);
