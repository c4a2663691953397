import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { LiveFollower } from '../../functions/src/common/live-follower.ts';
import type { Monitor } from '../../functions/src/common/model.ts';

const running: Monitor = {
  id: 'line-1',
  name: 'Line 1',
  dataset: null,
  session: 'abc',
  lastSession: null,
  version: undefined,
  owner: '',
  members: {},
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Records of one monitor whose frames the test counts, and what the live state was told. */
function openLine() {
  const line = {
    record: running,
    total: 0,
    shown: [] as { total: number | null; image: string | undefined }[],
  };
  const follower = new LiveFollower({
    monitors: { find: async () => line.record, running: async function* () {} },
    sessions: { count: async () => line.total, settle: async () => line.total } as never,
    liveState: {
      show: async (_monitor: string, _session: string, total: number, frame: { id: string } | null) =>
        void line.shown.push({ total, image: frame?.id }),
      stop: async (_monitor: string, total: number | null, frame: { id: string } | null) =>
        void line.shown.push({ total, image: frame?.id }),
    } as never,
  });
  const send = (isLate = false) => {
    line.total += 1;
    return follower.show(
      'line-1',
      { id: `frame-${line.total}`, date: line.total, thumbnail: Buffer.alloc(0) },
      isLate,
    );
  };
  return Object.assign(line, { send });
}

test('the first frame is shown at once, those right after it together, a second later', async () => {
  const line = openLine();
  await line.send();
  expect(line.shown).toEqual([{ total: 1, image: 'frame-1' }]);
  await line.send();
  await line.send();
  expect(line.shown).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(line.shown).toEqual([
    { total: 1, image: 'frame-1' },
    { total: 3, image: 'frame-3' },
  ]);
});

test('a camera at 5 frames a second costs one update a second, and the last frame is shown', async () => {
  const line = openLine();
  for (let frame = 0; frame < 50; frame += 1) {
    await line.send();
    await jest.advanceTimersByTimeAsync(200);
  }
  await jest.advanceTimersByTimeAsync(2_000);
  expect(line.shown.length).toBeLessThanOrEqual(12);
  expect(line.shown.length).toBeGreaterThanOrEqual(9);
  expect(line.shown.at(-1)).toEqual({ total: 50, image: 'frame-50' });
});

test('five processes at one camera of 5 frames a second together cost as many updates as one', async () => {
  const line = openLine();
  for (let frame = 0; frame < 50; frame += 1) {
    // Four of five frames are kept by others.
    if (frame % 5 === 0) await line.send();
    else line.total += 1;
    await jest.advanceTimersByTimeAsync(200);
  }
  const seconds = 10;
  expect(line.shown.length).toBeLessThanOrEqual((2 * seconds) / 5 + 2);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(line.shown.at(-1)?.total).toBe(50);
});

test('an older frame that comes last is counted and not shown as the latest', async () => {
  const line = openLine();
  await line.send();
  await line.send();
  line.total -= 2;
  await line.send();
  line.total = 3;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(line.shown.at(-1)).toEqual({ total: 3, image: 'frame-2' });
});

test('a late frame of a session that has ended is settled at once', async () => {
  const line = openLine();
  await line.send();
  line.record = { ...running, session: '', lastSession: { id: 'abc', start: 0, stop: 9 } };
  await line.send(true);
  expect(line.shown).toHaveLength(2);
  expect(line.shown.at(-1)).toEqual({ total: 2, image: 'frame-2' });
});
