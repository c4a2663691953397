/**
 * @covers Contract 8 ids are never given twice; a deleted monitor leaves no live state
 * @covers Contract 6 frames of a session that was stopped and followed by the next elsewhere
 * @covers A session is counted every five seconds by a process that stores all of its frames
 * @covers After a call that the database did not answer, live state and counters wait before they ask again; what a session counted before is kept
 * @covers Spec 2.7 live state: processes that share a camera share its updates
 * @covers Contract 8 whoever is removed or lowered loses live state, records and routes
 */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { sessions } from '../../functions/src/common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../../functions/src/common/adapters/live-state.ts';
import { LiveFollower } from '../../functions/src/common/live/live-follower.ts';
import type { Monitor } from '../../functions/src/common/model.ts';
import { standIn } from '../support/stand-in.ts';

const running: Monitor = {
  id: 'line-1',
  name: 'Line 1',
  dataset: null,
  session: 'abc',
  review: 0,
  expected: null,
  born: '',
  lastSession: null,
  commands: 0,
  version: undefined,
  owner: '',
  members: {},
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Records of one monitor whose frames the test counts, and the updates of the live state. */
function openLine() {
  const line = {
    /** Null once it is deleted. */
    record: running as Monitor | null,
    /** Whether there is a live state. */
    isShown: false,
    /** Called while the live state is written. */
    onShown: () => {},
    total: 0,
    /** The session of frames. */
    into: 'abc',
    /** Reads of the monitor, and counts of the records. */
    reads: 0,
    counts: 0,
    settled: [] as string[],
    /** Milliseconds after which each count is given up; 0 if the database answers. */
    givenUpAfter: 0,
    shown: [] as { total: number | null; image: string | undefined }[],
    /** Frames of the last minute in each update. */
    rates: [] as number[],
    /** Counts of the last minute. */
    minutes: 0,
    /** Who may read, for each update. */
    admitted: [] as string[][],
  };
  const count = async () => {
    line.counts += 1;
    if (line.givenUpAfter === 0) return line.total;
    await new Promise((done) => setTimeout(done, line.givenUpAfter));
    throw new Error(`firestore count: no answer in ${line.givenUpAfter} ms`);
  };
  const told = ({ members }: Monitor, total: number | null, frame: { id: string } | null, rate = 0) => {
    line.rates.push(rate);
    line.shown.push({ total, image: frame?.id });
    line.admitted.push(Object.keys(members));
    line.onShown();
    line.isShown = true;
  };
  const find = async () => {
    line.reads += 1;
    return line.record;
  };
  const others = {
    sessions: {
      count,
      countMinute: async () => {
        line.minutes += 1;
        return line.total;
      },
      settle: async (session: string) => {
        line.settled.push(session);
        return count();
      },
    },
    liveState: {
      show: async (monitor: Monitor, now: { total: number; rate: number; frame: { id: string } | null }) =>
        told(monitor, now.total, now.frame, now.rate),
      stop: async (monitor: Monitor, total: number | null, frame: { id: string } | null) =>
        told(monitor, total, frame),
      admit: async () => {
        line.isShown = false;
      },
    },
  };
  standIn({ sessions, liveState }, others);
  const follower = new LiveFollower(find);
  const send = (isLate = false, isNew = true) => {
    if (isNew) line.total += 1;
    return follower.show(
      'line-1',
      { id: `frame-${line.total}`, date: line.total, session: line.into, thumbnail: Buffer.alloc(0), isNew },
      isLate,
    );
  };
  const offer = () => follower.offer(line.record as Monitor);
  return Object.assign(line, { send, offer, follow: () => follower.follow('line-1') });
}

test('the first frame is shown at once, the next ones together, a second later', async () => {
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

test('the rate of the last minute is counted every five seconds, and has the frames since then', async () => {
  const line = openLine();
  for (let frame = 0; frame < 100; frame += 1) {
    await line.send();
    await jest.advanceTimersByTimeAsync(200);
  }
  expect(line.minutes).toBeLessThanOrEqual(5);
  expect(line.rates.slice(0, 20)).toEqual(line.shown.slice(0, 20).map(({ total }) => total));
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

test('a process that stores all frames counts the records every five seconds, and shows the right number each second', async () => {
  const line = openLine();
  for (let frame = 1; frame <= 150; frame += 1) {
    await line.send();
    // The same frame, sent again, is no new one.
    if (frame % 10 === 0) await line.send(false, false);
    await jest.advanceTimersByTimeAsync(200);
  }
  await jest.advanceTimersByTimeAsync(3_000);
  expect(line.counts).toBeLessThanOrEqual(10);
  expect(line.shown.length).toBeGreaterThanOrEqual(28);
  const totals = line.shown.map(({ total }) => Number(total));
  expect(totals).toEqual([...totals].sort((a, b) => a - b));
  expect(totals.at(-1)).toBe(150);
});

test('late frames of an earlier session are not in the number of the running one', async () => {
  const line = openLine();
  for (let frame = 0; frame < 60; frame += 1) {
    const isEarlier = frame >= 40 && frame < 50;
    line.into = isEarlier ? 'earlier' : 'abc';
    // What is counted is the running session.
    if (isEarlier) line.total -= 1;
    await line.send();
    expect(Number(line.shown.at(-1)?.total)).toBeLessThanOrEqual(line.total);
    await jest.advanceTimersByTimeAsync(200);
  }
  await jest.advanceTimersByTimeAsync(3_000);
  expect(line.shown.at(-1)?.total).toBe(50);
});

test('frames of others, and deleted ones, are in the number after five seconds, and when it is quiet', async () => {
  const line = openLine();
  for (let frame = 0; frame < 15; frame += 1) {
    await line.send();
    await jest.advanceTimersByTimeAsync(200);
  }
  line.total += 7;
  for (let frame = 0; frame < 30; frame += 1) {
    await line.send();
    await jest.advanceTimersByTimeAsync(200);
  }
  expect(line.shown.at(-1)?.total).toBeGreaterThanOrEqual(7 + 40);
  line.total -= 20;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(line.shown.at(-1)?.total).toBe(line.total);
});

test('five processes at one camera of 5 frames a second together cost as many updates as one', async () => {
  const line = openLine();
  for (let frame = 0; frame < 50; frame += 1) {
    // Four of five frames are stored by other processes.
    if (frame % 5 === 0) await line.send();
    else line.total += 1;
    await jest.advanceTimersByTimeAsync(200);
  }
  const seconds = 10;
  expect(line.shown.length).toBeLessThanOrEqual((2 * seconds) / 5 + 2);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(line.shown.at(-1)?.total).toBe(50);
});

test('a monitor that is read for a frame serves an update that is almost due, and no other', async () => {
  const line = openLine();
  await line.send();
  line.offer();
  await jest.advanceTimersByTimeAsync(900);
  // Nothing is to be shown.
  line.offer();
  expect(line.shown).toHaveLength(1);
  await line.send();
  await line.send();
  await jest.advanceTimersByTimeAsync(0);
  const { reads } = line;
  line.offer();
  await jest.advanceTimersByTimeAsync(0);
  expect(line.shown.at(-1)).toEqual({ total: 3, image: 'frame-3' });
  expect(line.reads).toBe(reads);
  await line.send();
  await jest.advanceTimersByTimeAsync(700);
  // Not almost due.
  line.offer();
  await jest.advanceTimersByTimeAsync(0);
  expect(line.shown).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(300);
  expect(line.shown.at(-1)).toEqual({ total: 4, image: 'frame-4' });
  expect(line.reads).toBe(reads + 1);
});

test('where many processes share a camera, a monitor does not serve an update that is further off than a second', async () => {
  const line = openLine();
  for (let frame = 0; frame < 400; frame += 1) {
    // Nine of ten frames are stored by other processes: an update every ten seconds.
    if (frame % 10 === 0) await line.send();
    else line.total += 1;
    await jest.advanceTimersByTimeAsync(100);
  }
  const { length } = line.shown;
  while (line.shown.length === length) await jest.advanceTimersByTimeAsync(100);
  await jest.advanceTimersByTimeAsync(7_800);
  await line.send();
  line.offer();
  await jest.advanceTimersByTimeAsync(100);
  expect(line.shown).toHaveLength(length + 1);
});

test('frames of a session that was stopped elsewhere, and followed by the next, are settled', async () => {
  const line = openLine();
  await line.send();
  await line.send();
  line.record = { ...running, session: 'next' };
  await jest.advanceTimersByTimeAsync(1_000);
  expect(line.settled).toEqual(['abc']);
  line.into = 'next';
  await line.send();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(line.settled).toEqual(['abc']);
  // The last session is settled as such.
  line.record = { ...running, session: '', lastSession: { id: 'next', start: 0, stop: 9 } };
  await line.send(true);
  expect(line.settled).toEqual(['abc', 'next']);
});

test('a settling of another session that fails is made again', async () => {
  const line = openLine();
  await line.send();
  await line.send();
  line.record = { ...running, session: 'next' };
  line.givenUpAfter = 10;
  await jest.advanceTimersByTimeAsync(1_100);
  line.givenUpAfter = 0;
  await jest.advanceTimersByTimeAsync(60_000);
  await line.follow();
  expect(line.settled).toEqual(['abc', 'abc']);
  await line.follow();
  expect(line.settled).toEqual(['abc', 'abc']);
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

test('each update is readable for the members in the record that was read for it', async () => {
  const line = openLine();
  line.record = { ...running, members: { anna: 'viewer', ben: 'editor' } };
  await line.send();
  line.record = { ...running, members: { ben: 'editor' } };
  await jest.advanceTimersByTimeAsync(1_000);
  await line.send();
  expect(line.admitted).toEqual([['anna', 'ben'], ['ben']]);
});

test('members who change during an update are noticed by the second check, with and without a session', async () => {
  for (const session of ['abc', '']) {
    const line = openLine();
    line.record = { ...running, session, members: { anna: 'viewer' } };
    await line.send(true);
    line.record = { ...line.record, members: { anna: 'editor' } };
    await jest.advanceTimersByTimeAsync(10_000);
    expect(line.shown).toHaveLength(2);
  }
});

test.each([
  ['a running session', running, false],
  [
    'a session that has ended',
    { ...running, session: '', lastSession: { id: 'abc', start: 0, stop: 9 } },
    true,
  ],
])('of %s, a count that was given up is asked for again after half a minute', async (_, record, isLate) => {
  const line = openLine();
  line.record = record;
  line.givenUpAfter = 10_000;
  for (let frame = 0; frame < 300; frame += 1) {
    void line.send(isLate);
    await jest.advanceTimersByTimeAsync(1_000);
  }
  // Each takes 10 of 40 seconds.
  expect(line.counts).toBeGreaterThanOrEqual(7);
  expect(line.counts).toBeLessThanOrEqual(8);
  expect(line.shown).toEqual([]);
  // The database answers again, and no frame comes any more.
  line.givenUpAfter = 0;
  await jest.advanceTimersByTimeAsync(40_000);
  expect(line.shown.at(-1)).toEqual({ total: 300, image: 'frame-300' });
});

test('after a failure a start or stop is shown at once, and then frames are too', async () => {
  const line = openLine();
  line.givenUpAfter = 10_000;
  void line.send();
  await jest.advanceTimersByTimeAsync(10_000);
  line.givenUpAfter = 0;
  await line.send();
  expect(line.shown).toEqual([]);
  await line.follow();
  expect(line.shown).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1_000);
  await line.send();
  expect(line.shown.at(-1)).toEqual({ total: 3, image: 'frame-3' });
});

test('a second check that fails is made again', async () => {
  const line = openLine();
  await line.send();
  line.givenUpAfter = 10_000;
  line.total += 3;
  await jest.advanceTimersByTimeAsync(12_000);
  line.givenUpAfter = 0;
  await jest.advanceTimersByTimeAsync(30_000);
  expect(line.shown.at(-1)?.total).toBe(4);
});

test.each([false, true])(
  'a frame in flight while its monitor is deleted leaves no live state (late: %s)',
  async (isLate) => {
    const line = openLine();
    if (isLate) line.record = { ...running, session: '', lastSession: { id: 'abc', start: 0, stop: 1 } };
    // Between the read of the record and the write of the live state, it is deleted, and so is its state.
    line.onShown = () => {
      line.record = null;
    };
    await line.send(isLate);
    expect(line.isShown).toBe(true);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(line.isShown).toBe(false);
    const { reads } = line;
    await jest.advanceTimersByTimeAsync(60_000);
    // One more check, and then nothing.
    expect(line.reads).toBeLessThanOrEqual(reads + 1);
  },
);
