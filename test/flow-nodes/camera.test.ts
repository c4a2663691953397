/**
 * A camera of the flow nodes without Node-RED and without the service: time of attempts, a lost lock, a redeployment.
 * @covers Contract 13 sending: retries, refusals, a revoked key, live frames beside a backlog, frames that cannot pass, redeployments; sessions (Contract 10)
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Camera, type CameraOptions } from '../../flow-nodes/src/camera.ts';
import { messageOfSaid, saidFrame, saidOf } from '../../flow-nodes/src/nodes/said-of.ts';
import { FolderDisk } from '../../flow-nodes/src/spool/disk.ts';
import type { Frame } from '../../flow-nodes/src/spool/frame-file.ts';
import { describeHolder } from '../../flow-nodes/src/spool/lock-holder.ts';
import { eventually } from '../support/factory.ts';
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

describe('What a model said', () => {
  const said = (image: string, tags: object[], run = 3) =>
    saidFrame({ image, dataset: 'bolts', tags, run }, run, { _msgid: 'm', tags, answer: 42 }, 'node');
  const answerOf = (status: number, body: object) => Response.json(body, { status });

  test('is sent as predictions of its run until the service has it, and its message goes on', async () => {
    const calls: [string, unknown][] = [];
    const sent: Frame[] = [];
    await open({
      deviceKey: `slk_${'k'.repeat(43)}`,
      onSent: (frame) => sent.push(frame),
      fetch: async (url, init) => {
        calls.push([String(url).replace(/.*?:1\//, ''), JSON.parse(String(init?.body))]);
        if (calls.length === 1) throw new TypeError('no line');
        return answerOf(200, { error: false, status: 'success', kept: 1, unknown: [] });
      },
    });
    await camera.keep(said('i', [{ tag: 'bad', score: 0.5, x: 0.1, y: 0.2, w: 0.3, h: 0.4 }]));
    await eventually(() => expect(sent).toHaveLength(1));
    const predictions = [{ tag: 'bad', score: 0.5, box: [0.1, 0.2, 0.3, 0.4] }];
    const call = ['dataset/bolts/run/3/predictions', { predictions: [{ image: 'i', predictions }] }];
    expect(calls).toEqual([call, call]);
    expect(messageOfSaid(sent[0] as Frame)).toMatchObject({
      ...{ _msgid: 'm', answer: 42, dataset: 'bolts', image: { id: 'i' }, run: 3, payload: predictions },
    });
  });

  test('is refused for a run that is closed or an image of another camera, and holds nothing up', async () => {
    const refused: [string, number][] = [];
    const sent: string[] = [];
    await open({
      onSent: ({ name }) => sent.push(name),
      onRefused: ({ name }, { status }) => refused.push([name, status]),
      fetch: async (url, init) => {
        if (String(url).includes('/run/4/'))
          return answerOf(409, { error: true, result: 'Run "4" is not open: ready' });
        const unknown = String(init?.body).includes('foreign') ? ['foreign'] : [];
        return answerOf(200, { error: false, status: 'success', kept: 0, unknown });
      },
    });
    for (const frame of [said('closed', [], 4), said('foreign', []), said('own', [])])
      await camera.keep(frame);
    await eventually(() => expect(sent).toEqual(['own']));
    expect(refused.toSorted()).toEqual([
      ['closed', 409],
      ['foreign', 404],
    ]);
  });

  test.each([
    ['no image', { tags: [] }, 'msg.image.id is missing'],
    ['no dataset', { image: { id: 'i' }, tags: [] }, 'No dataset'],
    ['no list', { image: { id: 'i' }, dataset: 'd', tags: 'bad' }, 'msg.tags is not an array'],
    ['texts', { image: { id: 'i' }, dataset: 'd', tags: ['bad', null] }, 'msg.tags is not an array'],
    ['a name', { image: { id: 'i' }, dataset: 'd', tags: [], run: 'Monday' }, 'The run is not a number'],
    ['a long id', { image: { id: 'i'.repeat(257) }, dataset: 'd', tags: [] }, 'longer than 256 bytes'],
  ])('needs what a person can name: %s', (_, message, text) => {
    expect(() => saidOf(message, { dataset: '', run: '' })).toThrow(text);
  });

  test('is of the run of the message, else of the node; without one it is annotations', () => {
    const message = { image: { id: 'i' }, payload: [] };
    const runOf = (run: string, more = {}) => saidOf({ ...message, ...more }, { dataset: 'd', run }).run;
    expect([runOf(''), runOf('7'), runOf('7', { run: 8 }), runOf('', { run: '9' })]).toEqual([
      undefined,
      7,
      8,
      9,
    ]);
  });
});
