/**
 * A camera of the flow nodes without Node-RED and without the service: time of attempts, a lost lock, a redeployment.
 * @covers Contract 13 sending: retries, refusals, a revoked key, live frames beside a backlog, frames that cannot pass, redeployments; sessions (Contract 10)
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Camera, type CameraOptions } from '../../flow-nodes/src/camera.ts';
import { FolderDisk } from '../../flow-nodes/src/spool/disk.ts';
import { describeHolder } from '../../flow-nodes/src/spool/lock-holder.ts';
import { drain, frameOf, makeFolder, NO_LIMITS, openSpool, removeFolder } from './spool-stage.ts';

let folder: string;
let camera: Camera;
let problems: string[];

beforeEach(async () => {
  folder = await makeFolder();
  problems = [];
});
afterEach(async () => {
  await camera.close();
  jest.useRealTimers();
  await removeFolder(folder);
});

/** Calls end only by their signal, unless another `fetch` is given. */
async function open(more: Partial<CameraOptions> = {}): Promise<void> {
  camera = await Camera.open({
    ...{ baseUrl: 'http://127.0.0.1:1', monitor: 'line-1', folder, limits: NO_LIMITS },
    onSent: () => {},
    onRefused: () => {},
    onProblem: ({ message }) => problems.push(message),
    fetch: (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject)),
    ...more,
  });
}

const fakeTimers = () =>
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });

test('an attempt has time for the bytes of its frame: 20 MB at a megabit a second', async () => {
  fakeTimers();
  const signals: AbortSignal[] = [];
  let called = () => {};
  const call = new Promise<void>((done) => {
    called = done;
  });
  const waiting: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const signal = init?.signal as AbortSignal;
      signals.push(signal);
      signal.addEventListener('abort', reject);
      called();
    });
  await open({ fetch: waiting });
  await camera.keep(frameOf(0, {}, 20_000_000));
  await call;
  jest.advanceTimersByTime(160_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  jest.advanceTimersByTime(600_000);
  expect(signals[0]?.aborted).toBe(true);
});

test('a page of a proxy that a frame is too large comes out as a sentence of its own', async () => {
  let tell: (refused: { reason: string; status: number }) => void = () => {};
  const refused = new Promise<{ reason: string; status: number }>((done) => {
    tell = done;
  });
  const tooLarge = async () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 });
  await open({ fetch: tooLarge, onRefused: (_, about) => tell(about) });
  await camera.keep(frameOf(0));
  expect(await refused).toEqual({
    reason: 'The frame is larger than a proxy on the way to the service accepts (status 413)',
    status: 413,
  });
});

test('a lost lock is shown, and ends in rejections only', async () => {
  fakeTimers();
  const onChange = jest.fn();
  await open({ onChange });
  await writeFile(join(folder, 'lock'), JSON.stringify(describeHolder()));
  onChange.mockClear();
  jest.advanceTimersByTime(3_000);
  expect(problems).toEqual([expect.stringContaining('Another process has taken the spool folder')]);
  expect(onChange).toHaveBeenCalled();
  const trouble = { reason: problems[0], isHeld: true };
  expect([(await camera.backlog()).trouble, camera.session.trouble]).toEqual([trouble, trouble]);
  await expect(camera.endSession()).resolves.toBeUndefined();
  const orders = [() => camera.startSession(), () => camera.stopSession(), () => camera.keep(frameOf(0))];
  for (const order of orders) {
    let answer: Promise<unknown> = Promise.resolve();
    expect(() => {
      answer = order();
    }).not.toThrow();
    await expect(answer).rejects.toThrow(problems[0]);
  }
});

test('what is being written at a redeployment is kept before the folder is given away; the rest is refused', async () => {
  let goOn = () => {};
  const released = new Promise<void>((done) => {
    goOn = done;
  });
  class SlowDisk extends FolderDisk {
    override async store(path: string, parts: readonly Uint8Array[]): Promise<void> {
      await released;
      return super.store(path, parts);
    }
  }
  await open({ disk: new SlowDisk(folder) });
  const kept = [0, 1].map((number) => camera.keep(frameOf(number)));
  const closed = camera.close();
  const late = camera.keep(frameOf(2));
  late.catch(() => {});
  // As long as a sender needs to stop.
  await new Promise((done) => setTimeout(done, 100));
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  goOn();
  await closed;
  await expect(late).rejects.toThrow('the frame was not kept');
  await Promise.all(kept);
  expect([existsSync(join(folder, 'lock')), await drain(await openSpool(folder))]).toEqual([
    false,
    ['frame-0.jpg', 'frame-1.jpg'],
  ]);
});
