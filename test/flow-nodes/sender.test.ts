/**
 * The sender of the flow nodes against a service of its own: order, retries, refusals, live frames beside a backlog.
 * @covers Contract 13 sending: retries, refusals, a revoked key, live frames beside a backlog, frames that cannot pass, redeployments; sessions (Contract 10)
 */
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Gate } from '../../flow-nodes/src/sender/gate.ts';
import { Sender } from '../../flow-nodes/src/sender/sender.ts';
import type { Frame } from '../../flow-nodes/src/spool/frame-file.ts';
import type { Spool } from '../../flow-nodes/src/spool/spool.ts';
import { elapsed } from '../support/elapsed.ts';
import { eventually } from '../support/factory.ts';
import { FailingDisk, filesIn, frameOf, makeFolder, openSpool, range, removeFolder } from './spool-stage.ts';

const refused = (status: number, message: string, retryAfter?: number) =>
  new SightlineError(message, { kind: 'refused', status, retryAfter });
const unreachable = () => new SightlineError('The service cannot be reached', { kind: 'unreachable' });
const nameOf = (number: number) => `frame-${number}.jpg`;

let folder: string;
let disk: FailingDisk;
let spool: Spool;
let sender: Sender;
/** Each attempt, in order. */
let attempts: string[];
let sent: string[];
let refusals: [string, string][];
let problems: string[];
/** Decides over an attempt; an error is thrown. */
let service: (
  frame: Frame,
  attempt: number,
  signal: AbortSignal,
) => SightlineError | undefined | Promise<undefined>;
let now: () => number;
/** Milliseconds of a monotonic clock, for waits. */
let clock: () => number;

beforeEach(async () => {
  folder = await makeFolder();
  disk = new FailingDisk(folder);
  [attempts, sent, refusals, problems] = [[], [], [], []];
  service = () => undefined;
  now = Date.now;
  clock = () => performance.now();
  spool = await openSpool(folder, { disk, now: () => now() });
});
afterEach(async () => {
  await sender.stop();
  await removeFolder(folder);
});

function begin(): void {
  sender = new Sender({
    spool,
    send: async (frame, signal) => {
      attempts.push(frame.name);
      const failure = await service(frame, attempts.filter((each) => each === frame.name).length, signal);
      if (failure) throw failure;
      return `id-${frame.name}`;
    },
    onSent: ({ name }, id) => {
      expect(id).toBe(`id-${name}`);
      // What a follower returns is no failure of the upload.
      return sent.push(name);
    },
    onRefused: ({ name }, { message }) => refusals.push([name, message]),
    onProblem: ({ message }) => problems.push(message),
    now: () => now(),
    clock: () => clock(),
    random: () => 0,
  });
  sender.start();
}

const add = async (number: number): Promise<void> => {
  await spool.append(frameOf(number));
  sender?.wake();
};
/** As if so many milliseconds had passed. */
function skip(milliseconds: number): void {
  const before = clock;
  clock = () => before() + milliseconds;
  sender.wake();
}
const emptied = () => eventually(() => expect(spool.totals.count).toBe(0));

test('frames go oldest first; each is attempted until it is acknowledged', async () => {
  for (const number of range(30)) await add(number);
  service = ({ name }, attempt) => (name.endsWith('5.jpg') && attempt === 1 ? unreachable() : undefined);
  begin();
  await emptied();
  const first = attempts.filter((name, index) => attempts.indexOf(name) === index);
  expect(first).toEqual(range(30).map(nameOf));
  expect(sent.toSorted()).toEqual(range(30).map(nameOf).toSorted());
  expect(attempts).toHaveLength(33);
});

test('beside a backlog every second upload is the newest frame', async () => {
  const before = Date.now() - 60_000;
  now = () => before;
  for (const number of range(40)) await add(number);
  now = Date.now;
  spool = await openSpool(folder, { disk, now: () => now() });
  const behind: number[] = [];
  let live = 0;
  service = async () => {
    if (attempts.length % 4 === 0 && live < 8) {
      const number = 100 + live++;
      const [before, isSent] = [
        attempts.length,
        eventually(() => expect(attempts).toContain(nameOf(number))),
      ];
      await add(number);
      void isSent.then(() => behind.push(attempts.indexOf(nameOf(number)) - before));
    }
    return undefined;
  };
  begin();
  await emptied();
  await eventually(() => expect(behind).toHaveLength(8));
  // At most one old frame is chosen before it, beside the four that may set out while it is being written.
  for (const distance of behind) expect(distance).toBeLessThanOrEqual(5);
  const backlog = attempts.filter((name) => name.length < 13);
  expect(backlog).toEqual(range(40).map(nameOf));
});

test.each([
  [400, 'Error: image not found'],
  [404, 'Error: Dataset with ID "gone" not found'],
  [409, 'Error: Session belongs to another monitor'],
  [413, 'Error: image too large'],
  [415, 'Error: unsupported image format'],
])(
  'a frame that is refused for good (%i %s) is attempted once and set aside; the rest goes on',
  async (status, text) => {
    for (const number of range(6)) await add(number);
    service = ({ name }) => (name === nameOf(2) ? refused(status, text) : undefined);
    begin();
    await emptied();
    expect(refusals).toEqual([[nameOf(2), text]]);
    expect([attempts.length, sent.length]).toEqual([6, 5]);
    expect(await filesIn(join(folder, 'refused'))).toHaveLength(1);
  },
);

test.each([
  [409, 'dataset does not admit this camera'],
  [401, 'Monitor not found or access denied'],
  [404, 'Monitor not found or access denied'],
  [403, 'Monitor not found or access denied'],
  [404, 'Not found'],
])(
  '%i "%s" holds all frames: one attempt, however many frames come, and none is lost',
  async (status, text) => {
    let isHeld = true;
    service = () => (isHeld ? refused(status, text) : undefined);
    begin();
    for (const number of range(20)) await add(number);
    await eventually(() => expect(sender.trouble).toEqual({ reason: text, isHeld: true }));
    const isOver = elapsed(300);
    await eventually(() => expect(isOver()).toBe(true));
    // Those that were under way together before the first answer.
    expect(attempts.length).toBeLessThanOrEqual(4);
    expect([spool.totals.count, refusals]).toEqual([20, []]);
    isHeld = false;
    skip(10_000);
    await emptied();
    expect([sent.length, sender.trouble]).toEqual([20, undefined]);
  },
);

test('while nothing answers, a single attempt at a time asks', async () => {
  let underWay = 0;
  let most = 0;
  let isAway = true;
  service = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((done) => setTimeout(done, 50));
    underWay -= 1;
    if (isAway) throw unreachable();
    return undefined;
  };
  await add(0);
  begin();
  // The third attempt is made after two have failed.
  await eventually(() => expect(attempts.length).toBeGreaterThanOrEqual(3));
  most = underWay;
  for (const number of range(10)) await add(number + 1);
  const before = attempts.length;
  await eventually(() => expect(attempts.length).toBeGreaterThan(before + 1));
  expect(most).toBe(1);
  isAway = false;
  await emptied();
});

test('a frame on which the service fails does not keep the others', async () => {
  for (const number of range(100)) await add(number);
  let isPoisonous = true;
  service = ({ name }) =>
    isPoisonous && name === nameOf(0) ? refused(500, 'Error: something went wrong') : undefined;
  begin();
  // A frame leaves the spool after its answer.
  await eventually(() => expect([sent.length, spool.totals.count]).toEqual([99, 1]));
  isPoisonous = false;
  await emptied();
  expect(refusals).toEqual([]);
});

test.each([
  ['its answer comes too late', new SightlineError('No answer within 30 s', { kind: 'late' })],
  ['a proxy answers 403', new SightlineError('A page', { kind: 'unexpected', status: 403 })],
  ['a proxy answers 504', new SightlineError('A page', { kind: 'unexpected', status: 504 })],
])('frames that cannot pass, as %s, do not keep the others', async (_, failure) => {
  for (const number of range(10)) await add(number);
  const bad = range(4).map(nameOf);
  service = ({ name }) => (bad.includes(name) ? failure : undefined);
  clock = () => performance.now() * 20;
  begin();
  const timer = setInterval(() => sender.wake(), 20);
  try {
    await eventually(() => expect([sent.length, spool.totals.count]).toEqual([6, 4]));
  } finally {
    clearInterval(timer);
  }
  expect([sent.filter((name) => bad.includes(name)), refusals]).toEqual([[], []]);
});

test.each([413, 414, 431])(
  'a frame that is too large for a proxy on the way (%i) is set aside; the rest goes on',
  async (status) => {
    for (const number of range(6)) await add(number);
    const failure = new SightlineError('A page', { kind: 'unexpected', status });
    service = ({ name }) => (name === nameOf(2) ? failure : undefined);
    begin();
    await emptied();
    expect([attempts.length, sent.length, refusals]).toEqual([6, 5, [[nameOf(2), 'A page']]]);
    expect(await filesIn(join(folder, 'refused'))).toHaveLength(1);
  },
);

test('on a disk that became read-only each frame is sent or refused once, also after more than 64', async () => {
  for (const number of range(70)) await add(number);
  service = ({ name }) => (name === nameOf(0) ? refused(400, 'Error: image not found') : undefined);
  disk.fails = { remove: 'EROFS', move: 'EROFS' };
  begin();
  await eventually(() => expect(new Set(sent).size).toBe(69));
  skip(10_000);
  const isOver = elapsed(300);
  await eventually(() => expect(isOver()).toBe(true));
  expect([attempts.length, sent.length, refusals.length, spool.totals.count]).toEqual([70, 69, 1, 70]);
  disk.fails = {};
  skip(10_000);
  await emptied();
  expect([attempts.length, await filesIn(join(folder, 'queue'))]).toEqual([70, []]);
  expect(await filesIn(join(folder, 'refused'))).toHaveLength(1);
});

test('frames that are too old and cannot be dropped are sent', async () => {
  const limits = { bytes: 0, age: 60_000, atLimit: 'drop' as const };
  spool = await openSpool(folder, { disk, now: () => now(), limits });
  for (const number of range(3)) await add(number);
  now = () => Date.now() + 60_001;
  disk.fails = { remove: 'EROFS' };
  begin();
  await eventually(() => expect(sent.toSorted()).toEqual(range(3).map(nameOf)));
  disk.fails = {};
  skip(10_000);
  await emptied();
  expect(attempts).toHaveLength(3);
});

test('a clock that is set back by two hours does not stop sending', async () => {
  service = (_, attempt) => (attempt === 1 ? refused(429, 'Too many requests', 1) : undefined);
  await add(0);
  begin();
  await eventually(() => expect(sender.trouble).toBeDefined());
  now = () => Date.now() - 7_200_000;
  await emptied();
  expect(sent).toEqual([nameOf(0)]);
});

test('Retry-After is honoured', async () => {
  service = (_, attempt) => (attempt === 1 ? refused(429, 'Too many requests', 1) : undefined);
  await add(0);
  const isOver = elapsed(500);
  begin();
  const trouble = { reason: 'Too many requests', isHeld: false, isSlowed: true };
  await eventually(() => expect(sender.trouble).toEqual(trouble));
  await emptied();
  expect([attempts.length, isOver()]).toEqual([2, true]);
});

test('a corrupt file is reported once and does not stop the queue', async () => {
  for (const number of range(3)) await add(number);
  const [, middle = ''] = (await filesIn(join(folder, 'queue'))).sort();
  await truncate(middle, 50);
  begin();
  await emptied();
  expect([sent, problems]).toEqual([[nameOf(0), nameOf(2)], ['The file does not begin as a frame']]);
});

test('a disk that cannot be read is reported, and its frames are sent when it can', async () => {
  await add(0);
  disk.fails = { read: 'EIO' };
  begin();
  await eventually(() => expect(problems).toContain('EIO: read'));
  disk.fails = {};
  await emptied();
  expect(sent).toEqual([nameOf(0)]);
});

test('a stopped sender ends its calls and leaves what it had not sent', async () => {
  for (const number of range(10)) await add(number);
  service = (_frame, _attempt, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new SightlineError('aborted', { kind: 'aborted' })));
    });
  begin();
  await eventually(() => expect(attempts.length).toBe(4));
  await sender.stop();
  expect([attempts.length, (await openSpool(folder)).totals.count]).toEqual([4, 10]);
});

describe('The backoff', () => {
  const trouble = { reason: '', isHeld: false };

  test('doubles with each failure up to 30 s, counts calls that failed together once, and starts over', () => {
    let clock = 0;
    const gate = new Gate(
      () => clock,
      () => 1,
    );
    const waits = range(10).map(() => {
      gate.failed(trouble);
      gate.failed(trouble);
      const { wait } = gate;
      clock += wait;
      return wait;
    });
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    gate.passed();
    gate.failed(trouble);
    expect(gate.wait).toBe(250);
  });

  test('stays, with its reason, when a call passes that began before the failure', () => {
    let clock = 0;
    const gate = new Gate(
      () => clock,
      () => 1,
    );
    gate.failed(trouble, 60);
    clock += 1_000;
    gate.passed();
    expect([gate.wait, gate.trouble]).toEqual([59_250, trouble]);
    clock += gate.wait;
    gate.failed(trouble);
    expect(gate.wait).toBe(500);
    clock += gate.wait;
    gate.passed();
    expect([gate.wait, gate.trouble]).toEqual([0, undefined]);
  });

  test('has jitter, adds Retry-After, and is longer while a person has to act', () => {
    const waitOf = (random: number, isHeld: boolean, asked?: number) => {
      const gate = new Gate(
        () => 0,
        () => random,
      );
      gate.failed({ reason: '', isHeld }, asked);
      return gate.wait;
    };
    expect([waitOf(0, false), waitOf(1, false), waitOf(0, false, 7), waitOf(1, true)]).toEqual([
      125, 250, 7125, 5000,
    ]);
  });
});
