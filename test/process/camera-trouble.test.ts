/**
 * What a camera does, and tells its user, while the service does not answer.
 * @covers Cameras: dates by EXIF, tries, words while nobody answers; the three agree
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SightlineError } from '../../client/src/index.ts';
import { waitBefore } from '../../client/src/retry.ts';
import { wordsFor } from '../../emulators/camera/monitor-calls.ts';
import { parseOptions, RETRY, withDefaults } from '../../emulators/camera/options.ts';
import { runCamera } from '../../emulators/camera/run.ts';

const URL_BASE = 'http://sightline.example:5001/base';

const sumOfWaits = (random: number): number =>
  Array.from({ length: RETRY.attempts - 1 }, (_, at) => waitBefore(RETRY, at + 1, 0, random)).reduce(
    (a, b) => a + b,
  );

test('eight attempts outlast a restart of a minute, with any jitter, and give up after a little over two', () => {
  expect(RETRY.attempts).toBe(8);
  expect([sumOfWaits(0) >= 60_000, sumOfWaits(1) <= 130_000]).toEqual([true, true]);
});

test('the key is read from the environment; an option takes precedence', () => {
  const before = process.env.SIGHTLINE_KEY;
  process.env.SIGHTLINE_KEY = 'from outside';
  try {
    const keyOf = (...args: string[]) => parseOptions(['--monitor', 'line-1', ...args])?.key;
    expect([keyOf(), keyOf('--key', 'given')]).toEqual(['from outside', 'given']);
  } finally {
    if (before === undefined) delete process.env.SIGHTLINE_KEY;
    else process.env.SIGHTLINE_KEY = before;
  }
});

describe('no answer, in words', () => {
  const unreachable = (cause: unknown) => new SightlineError('x', { kind: 'unreachable', cause });

  test.each([
    [
      unreachable({ cause: { code: 'ENOTFOUND' } }),
      'the address of sightline.example cannot be found: is this device offline?',
    ],
    [
      unreachable({ code: 'EAI_AGAIN' }),
      'the address of sightline.example cannot be found: is this device offline?',
    ],
    [
      unreachable({ code: 'ECONNREFUSED' }),
      `nothing answers at ${URL_BASE}: is it running, and is this device online?`,
    ],
    [
      unreachable({ code: 'ENETUNREACH' }),
      `nothing answers at ${URL_BASE}: is it running, and is this device online?`,
    ],
    [unreachable({ code: 'ECONNRESET' }), 'the connection to sightline.example broke (ECONNRESET)'],
    [unreachable(new Error('odd')), 'the connection to sightline.example broke'],
    [new SightlineError('No answer within 30 s', { kind: 'late' }), 'no answer within 30 s'],
    [new SightlineError('Error: storage', { kind: 'refused', status: 503 }), '503 Error: storage'],
    [new SightlineError('x', { kind: 'aborted' }), 'interrupted'],
  ])('%s', (error, words) => {
    expect(wordsFor(error, URL_BASE)).toBe(words);
  });
});

describe('without an answer', () => {
  let server: Server;
  let url: string;
  let requests: string[];
  let isBusy: (path: string) => boolean;

  beforeEach(async () => {
    requests = [];
    isBusy = () => true;
    server = createServer((request, response) => {
      const action = new URL(request.url ?? '', 'http://a').pathname.split('/').at(-1) ?? '';
      requests.push(action);
      request.resume().on('end', () => {
        if (isBusy(action)) response.writeHead(503).end('{"data":{"error":true,"result":"Error: busy"}}');
        else response.end(JSON.stringify({ data: { error: false, result: 'Done', id: 'a' } }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const film = (retry: object, watch: object = {}) =>
    runCamera(
      withDefaults({
        monitor: 'line-1',
        url,
        count: 1,
        fps: 0,
        retry: { ...RETRY, base: 1, limit: 2, ...retry },
      }),
      watch,
    );

  test('it reports once that it keeps trying', async () => {
    const said: string[] = [];
    await expect(film({}, { onTrouble: (sentence: string) => said.push(sentence) })).rejects.toThrow(
      'line-1 was not started: 503 Error: busy',
    );
    expect(requests).toHaveLength(8);
    expect(said).toEqual([`No answer from ${url} yet: trying again.`]);
  });

  test('a picture that has disappeared ends the session: nothing is sent after its stop', async () => {
    isBusy = () => false;
    const dir = await mkdtemp(join(tmpdir(), 'sightline-camera-'));
    for (let number = 100; number < 200; number += 1) await writeFile(join(dir, `${number}.jpg`), 'x');
    const filming = runCamera(withDefaults({ monitor: 'line-1', url, dir, fps: 0, concurrency: 4 }), {
      onStart: () => void rmSync(join(dir, '103.jpg')),
    });
    await expect(filming).rejects.toThrow('ENOENT');
    // What would be sent still.
    for (let before = -1; before !== requests.length; await sleep(100)) before = requests.length;
    await rm(dir, { recursive: true });
    expect(requests.at(-1)).toBe('stop');
    expect(requests.length).toBeLessThan(20);
  });

  test('an interrupt ends a wait at once, and the session is stopped', async () => {
    isBusy = (action) => action === 'image';
    const interrupt = new AbortController();
    const filming = film({ base: 600_000, limit: 600_000 }, { signal: interrupt.signal });
    const wait = setInterval(() => {
      if (requests.includes('image')) interrupt.abort();
    }, 5);
    const summary = await filming;
    clearInterval(wait);
    expect(summary).toMatchObject({ sent: 1, accepted: 0, lost: 1, losses: [{ reason: 'interrupted' }] });
    expect(requests).toEqual(['start', 'image', 'stop']);
  });
});
