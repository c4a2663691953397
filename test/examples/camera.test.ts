/**
 * `examples/camera.py` and `examples/camera.sh` with the real service: whatever fails, every picture becomes exactly one
 * record. On a machine without Python 3, or without sh and curl, that camera's tests are skipped visibly.
 * @covers Cameras: dates by EXIF, tries, words while nobody answers; the three agree
 * @covers Contract 6: a frame sent again counts once, from real clients
 * @covers A device key goes to no other origin
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { elapsed } from '../support/elapsed.ts';
import { exifPictures } from '../support/exif-pictures.ts';
import { call, eventually, furnish, liveState, picture, records, sha256 } from '../support/factory.ts';
import { STEP } from '../support/limits.ts';
import { type LossyFront, startLossyFront } from '../support/lossy-front.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const FOLDER = resolve(import.meta.dirname, '../../examples');

interface Kind {
  name: string;
  needs: string;
  isHere: boolean;
  command(options: { url: string; pictures: string; attempts?: number }): [string, string[]];
}

const answers = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

const KINDS: Kind[] = [
  {
    name: 'camera.py',
    needs: 'python3 3.9',
    isHere: answers('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'),
    command: ({ url, pictures, attempts = 8 }) => [
      'python3',
      [
        join(FOLDER, 'camera.py'),
        '--monitor',
        'line-1',
        '--dataset',
        'bolts',
        '--tag',
        'good',
        '--url',
        url,
        '--attempts',
        String(attempts),
        pictures,
      ],
    ],
  },
  {
    name: 'camera.sh',
    needs: 'sh and curl',
    isHere: answers('sh', '-c', 'curl --version'),
    command: ({ url, pictures, attempts = 8 }) => [
      'sh',
      [
        join(FOLDER, 'camera.sh'),
        '-m',
        'line-1',
        '-d',
        'bolts',
        '-t',
        'good',
        '-u',
        url,
        '-n',
        String(attempts),
        pictures,
      ],
    ],
  },
];

const PICTURES = 6;
/** Files are sorted by it, and its characters must survive in a query. */
const nameOf = (number: number): string => `frame ${number} & 50% schräg.jpg`;

let stack: TestStack;
let front: LossyFront;
let folder: string;
let pictures: string;
let sent: Map<string, Buffer>;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
  front = await startLossyFront(() => stack.baseUrl);
  folder = await mkdtemp(join(tmpdir(), 'sightline-camera-'));
});
afterAll(async () => {
  await front?.close();
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

let run = 0;
beforeEach(async () => {
  run += 1;
  pictures = join(folder, `pictures of run ${run}`);
  await mkdir(pictures);
  sent = new Map();
  for (let number = 1; number <= PICTURES; number++) {
    const bytes = await picture(1000 * run + number);
    sent.set(nameOf(number), bytes);
    await writeFile(join(pictures, nameOf(number)), bytes);
  }
  await writeFile(join(pictures, 'notes.txt'), 'no picture');
  front.requests.length = 0;
});
afterEach(async () => {
  for (const faults of [front.faults, stack.faults.storage]) faults.set([]);
  const { docs } = await stack.firestore.collection('image').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
  await call(stack, '/monitor/line-1/stop');
});

interface Ended {
  status: number | string | null;
  stdout: string;
  stderr: string;
}

const shoot = (kind: Kind, options: { attempts?: number } = {}): Promise<Ended> =>
  new Promise((done) => {
    const [command, args] = kind.command({ url: front.baseUrl, pictures, ...options });
    execFile(command, args, { timeout: STEP }, (error, stdout, stderr) =>
      done({ status: error ? (error.code ?? error.signal ?? null) : 0, stdout, stderr }),
    );
  });

/** Every sent picture has one record, with its own bytes, in the session. */
async function expectEachOnce(): Promise<void> {
  const stored = [...(await records(stack, 'image')).values()];
  expect(stored.map(({ name }) => name).sort()).toEqual([...sent.keys()].sort());
  for (const { uri, name, session, date, set } of stored) {
    expect(session).not.toBe('');
    expect(set).toBe('PREDETERMINED');
    expect(Math.abs(date - Date.now())).toBeLessThan(120_000);
    const object = uri.slice(`gs://${stack.bucket}/`.length);
    const kept = await fetch(
      `http://${stack.addresses.storage}/storage/v1/b/${stack.bucket}/o/${encodeURIComponent(object)}?alt=media`,
    );
    expect(sha256(Buffer.from(await kept.arrayBuffer()))).toBe(sha256(sent.get(name) as Buffer));
  }
}

/** The path of a picture's upload, as either camera encodes it. */
const upload = (number: number): string => `/image\\?.*name=(frame\\+|%66%72%61%6d%65%20%3)${number}`;

/** All attempts for a picture are the same request, and respect Retry-After. */
function expectSameAgain(): void {
  const images = front.requests.filter(({ path }) => path.includes('/image?'));
  const tries = Map.groupBy(images, ({ path }) => new URL(path, 'http://a').searchParams.get('name'));
  for (const each of tries.values()) expect(new Set(each.map(({ path }) => path)).size).toBe(1);
  for (const { headers } of images) expect(headers['content-type']).toBe('image/jpeg');
}

for (const kind of KINDS) {
  const title = kind.isHere ? kind.name : `${kind.name}: SKIPPED, this machine has no ${kind.needs}`;
  (kind.isHere ? describe : describe.skip)(title, () => {
    test('posts a folder in a session of its own and accounts for every picture', async () => {
      const { status, stdout, stderr } = await shoot(kind);
      expect({ status, stdout, stderr }).toEqual({
        status: 0,
        stdout: `sent ${PICTURES}, accepted ${PICTURES}, retried 0, refused 0, lost 0\n`,
        stderr: '',
      });
      await expectEachOnce();
      expect(liveState(stack, 'line-1')).toMatchObject({ status: false, totalCounter: PICTURES });
    });

    test('loses nothing and counts each picture once when answers, connections and Storage fail', async () => {
      front.faults.set([
        { path: '/start', reset: 'after', times: 1 },
        { path: upload(1), reset: 'after', times: 1 },
        { path: upload(2), reset: 'before', times: 1 },
        { path: upload(3), status: 429, headers: { 'retry-after': '1' }, times: 1 },
        { path: upload(4), status: 502, body: '<html>Bad gateway</html>', times: 1 },
        { path: upload(5), status: 200, body: '<html>Log in to the hotel</html>', times: 1 },
        { path: upload(6), status: 503, times: 1 },
        { path: '/stop', reset: 'after', times: 1 },
      ]);
      stack.faults.storage.set([
        { path: '/upload/', status: 503, times: 1 },
        { path: '/upload/', reset: 'after', times: 1 },
      ]);
      const { status, stdout, stderr } = await shoot(kind);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const [, accepted, retried, lost] = /accepted (\d+), retried (\d+), refused 0, lost (\d+)/.exec(
        stdout,
      )!;
      expect([accepted, lost]).toEqual([String(PICTURES), '0']);
      // One for each fault between the camera and the service; the service itself retries those of Storage.
      expect(retried).toBe('8');
      expect([front.faults.list(), stack.faults.storage.list()]).toEqual([[], []]);
      expectSameAgain();
      await expectEachOnce();
      expect(liveState(stack, 'line-1')).toMatchObject({ status: false, totalCounter: PICTURES });
    });

    test('reports a broken picture, and counts it as refused, not as lost', async () => {
      await writeFile(join(pictures, 'broken.jpg'), 'this is no picture');
      const { status, stdout, stderr } = await shoot(kind);
      expect(stdout).toBe(`sent ${PICTURES + 1}, accepted ${PICTURES}, retried 0, refused 1, lost 0\n`);
      expect(stderr).toBe('refused broken.jpg: 415 Error: unsupported image format\n');
      expect(status).toBe(0);
      await expectEachOnce();
    });

    test('says which picture was lost, ends with status 1, and stops the session', async () => {
      front.faults.set([{ path: upload(3), status: 503, headers: { 'retry-after': '4' } }]);
      const { status, stdout, stderr } = await shoot(kind, { attempts: 2 });
      expect(status).toBe(1);
      expect(stdout).toBe(`sent ${PICTURES}, accepted ${PICTURES - 1}, retried 1, refused 0, lost 1\n`);
      expect(stderr).toContain(`lost ${nameOf(3)}: 503`);
      expect(liveState(stack, 'line-1')).toMatchObject({ status: false, totalCounter: PICTURES - 1 });
      // It waited as the answer requested: without that, its second attempt would follow within a second.
      const [first, second] = front.requests.filter(({ path }) => new RegExp(upload(3)).test(path));
      expect(second!.at - first!.at).toBeGreaterThan(3000);
    });

    test('says why it cannot start: a running session, no answer, a missing folder', async () => {
      await call(stack, '/monitor/line-1/start');
      const running = await shoot(kind);
      expect(running).toMatchObject({ status: 1, stdout: '' });
      expect(running.stderr).toBe('line-1 was not started: 409 Error: Already started\n');
      // The session was not its own, so it continues.
      expect(liveState(stack, 'line-1')).toMatchObject({ status: true });

      const [command, args] = kind.command({ url: 'http://127.0.0.1:9', pictures, attempts: 1 });
      const alone = spawnSync(command, args, { encoding: 'utf8' });
      expect(alone.status).toBe(1);
      expect(alone.stderr).toBe(
        'line-1 was not started: nothing answers at http://127.0.0.1:9: is it running, and is this device online?\n',
      );

      const [, nowhere] = kind.command({ url: front.baseUrl, pictures: join(folder, 'nowhere') });
      const missing = spawnSync(command, nowhere, { encoding: 'utf8' });
      expect(missing.status).toBe(1);
      expect(missing.stderr).toContain('nowhere is neither a file nor a folder');
    });

    test('stops the session when it is interrupted', async () => {
      front.faults.set([{ path: '/image', latency: 300 }]);
      const [command, args] = kind.command({ url: front.baseUrl, pictures });
      const camera = spawn(command, args, { stdio: 'ignore' });
      await eventually(() => expect(front.requests.length).toBeGreaterThanOrEqual(2));
      camera.kill('SIGTERM');
      await once(camera, 'exit');
      expect(liveState(stack, 'line-1')).toMatchObject({ status: false });
      expect((await records(stack, 'image')).size).toBeLessThan(PICTURES);
    });

    test('accounts for a picture whose name is not UTF-8', async () => {
      const bytes = await picture(1000 * run);
      await writeFile(
        Buffer.concat([Buffer.from(`${pictures}/schr`), Buffer.from([0xe4]), Buffer.from('g.jpg')]),
        bytes,
      );
      const { status, stdout, stderr } = await shoot(kind);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(`sent ${PICTURES + 1}, accepted ${PICTURES + 1}, retried 0, refused 0, lost 0\n`);
    });

    test('does not follow redirects to another origin, which would get its device key', async () => {
      const elsewhere = await startLossyFront(() => stack.baseUrl);
      front.faults.set([
        { path: '/start', status: 302, headers: { location: `${elsewhere.baseUrl}/monitor/line-1/start` } },
      ]);
      const [command, args] = kind.command({ url: front.baseUrl, pictures, attempts: 1 });
      const env = { ...process.env, SIGHTLINE_KEY: `slk_${randomBytes(32).toString('base64url')}` };
      const { status, stderr } = await new Promise<Ended>((done) =>
        execFile(command, args, { env, timeout: STEP }, (error, stdout, said) =>
          done({ status: error?.code ?? 0, stdout, stderr: said }),
        ),
      );
      await elsewhere.close();
      expect(elsewhere.requests).toEqual([]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^line-1 was not started: .*302/);
    });

    test('sends its device key in a header, from the environment', async () => {
      const [command, args] = kind.command({ url: front.baseUrl, pictures });
      const key = `slk_${randomBytes(32).toString('base64url')}`;
      const stored = stack.firestore.doc(`deviceKey/${sha256(Buffer.from(key))}`);
      await stored.set({ monitor: stack.firestore.doc('monitor/line-1'), created: new Date() });
      // As from a file that was written on Windows.
      const env = { ...process.env, SIGHTLINE_KEY: `${key}\r` };
      await new Promise((done) => execFile(command, args, { env }, done));
      expect(front.requests).toHaveLength(PICTURES + 2);
      for (const { headers } of front.requests) expect(headers['x-device-key']).toBe(key);
    });
  });
}

/** The project's own camera, which draws scenes. */
const OWN: Kind = {
  name: 'npm run camera',
  needs: '',
  isHere: true,
  command: ({ url, pictures, attempts = 8 }) => [
    process.execPath,
    [
      join(FOLDER, '../emulators/camera/camera.ts'),
      '--monitor',
      'line-1',
      '--dataset',
      'bolts',
      '--tag',
      'good',
      '--url',
      url,
      '--attempts',
      String(attempts),
      '--fps',
      '0',
      '--dir',
      pictures,
    ],
  ],
};

/** A name that never resolves (RFC 2606), and no proxy that would look it up. */
const NOWHERE = 'http://sightline.invalid/base';
const OFFLINE = { ...process.env, http_proxy: '', HTTP_PROXY: '', all_proxy: '', ALL_PROXY: '' };

describe('the cameras agree', () => {
  const cameras = [...KINDS, OWN].filter(({ isHere }) => isHere);

  test("on a picture's date: a second camera that sends the same folder adds nothing", async () => {
    const dated = await exifPictures();
    const written = 1_600_000_000;
    for (const { name, bytes } of dated) {
      await writeFile(join(pictures, name), bytes);
      await utimes(join(pictures, name), written, written + 0.7);
    }
    const all = dated.length + PICTURES;
    for (const kind of [...cameras, cameras[0]!]) {
      const { status, stdout, stderr } = await shoot(kind);
      expect({ camera: kind.name, status, stderr }).toEqual({ camera: kind.name, status: 0, stderr: '' });
      expect(stdout).toContain(`sent ${all}, accepted ${all}`);
      expect((await records(stack, 'image')).size).toBe(all);
    }
    const stored = [...(await records(stack, 'image')).values()];
    const dates = Object.fromEntries(stored.map(({ name, date }) => [name, date]));
    expect(dates).toMatchObject(
      Object.fromEntries(dated.map(({ name, taken }) => [name, taken ?? written * 1000])),
    );
  });

  test('on what they say offline', () => {
    for (const kind of cameras) {
      const [command, args] = kind.command({ url: NOWHERE, pictures, attempts: 1 });
      const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', env: OFFLINE });
      expect([kind.name, status, stderr]).toEqual([
        kind.name,
        1,
        'line-1 was not started: the address of sightline.invalid cannot be found: is this device offline?\n',
      ]);
    }
  });

  test.each(cameras.map((each) => [each.name, each] as const))(
    'on what an interrupt ends: %s stops its session at once, however long it would wait',
    async (_, kind) => {
      front.faults.set([{ path: '/image', status: 503, headers: { 'retry-after': '100' } }]);
      const [command, args] = kind.command({ url: front.baseUrl, pictures });
      const camera = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      await eventually(() => expect(front.requests.length).toBeGreaterThanOrEqual(2));
      // Until the answer has come, and it waits.
      await sleep(300);
      const isWaitOver = elapsed(50_000);
      camera.kill('SIGTERM');
      // Not 'exit': nothing that it started may outlive it and hold its output.
      await once(camera, 'close');
      expect([isWaitOver(), liveState(stack, 'line-1')]).toMatchObject([false, { status: false }]);
    },
  );

  /** How long a camera waits in total if there is no answer, with a clock that does not wait. */
  const WAITS: Record<string, (args: string[]) => [string, string[]]> = {
    'camera.sh': (args) => ['sh', args],
    'camera.py': (args) => [
      'python3',
      [
        '-c',
        [
          'import runpy, sys, threading',
          'threading.Event.wait = lambda self, seconds=None: print(seconds, flush=True)',
          'sys.argv = sys.argv[1:]',
          'runpy.run_path(sys.argv[0], run_name="__main__")',
        ].join('\n'),
        ...args,
      ],
    ],
  };

  test.each(KINDS.filter(({ isHere }) => isHere).map(({ name }) => name))(
    'on eight attempts that outlast a restart of a minute: %s',
    async (name) => {
      const tools = await mkdtemp(join(folder, 'tools-'));
      await writeFile(join(tools, 'sleep'), '#!/bin/sh\necho "$1"\n', { mode: 0o755 });
      const kind = KINDS.find((each) => each.name === name)!;
      const [, args] = kind.command({ url: 'http://127.0.0.1:9', pictures });
      const [command, told] = WAITS[name]!(args);
      for (let attempt = 0; attempt < 3; attempt++) {
        const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` };
        const { stdout, stderr } = spawnSync(command, told, { encoding: 'utf8', env });
        const waits = stdout.trim().split('\n').map(Number);
        expect(waits).toHaveLength(7);
        const all = waits.reduce((sum, wait) => sum + wait, 0);
        expect([name, all >= 60, all <= 135]).toEqual([name, true, true]);
        for (const [at, wait] of waits.entries()) {
          expect(wait).toBeGreaterThanOrEqual(2 ** at / 2);
          expect(wait).toBeLessThanOrEqual(2 ** at + 1);
        }
        expect(stderr).toContain('No answer from http://127.0.0.1:9 yet: trying again.');
      }
    },
  );

  test.each(KINDS.filter(({ isHere }) => isHere).map(({ name }) => name))(
    'on two minutes at the most that a server can ask for: %s',
    async (name) => {
      const tools = await mkdtemp(join(folder, 'tools-'));
      await writeFile(join(tools, 'sleep'), '#!/bin/sh\necho "$1"\n', { mode: 0o755 });
      front.faults.set([{ path: '/start', status: 503, headers: { 'retry-after': '3600' } }]);
      const kind = KINDS.find((each) => each.name === name)!;
      const [command, told] = WAITS[name]!(kind.command({ url: front.baseUrl, pictures, attempts: 2 })[1]);
      const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` };
      const stdout = await new Promise<string>((done) =>
        execFile(command, told, { env, timeout: STEP }, (_, said) => done(said)),
      );
      const wait = Number(stdout.trim());
      expect([name, wait >= 120, wait <= 122]).toEqual([name, true, true]);
    },
  );
});

const [PYTHON] = KINDS as [Kind];
(PYTHON.isHere ? test : test.skip).each([
  ['without end', 1024 * 1024, 0],
  ['a byte now and then', 1, 100],
])('camera.py gives up an answer that comes %s', async (_, size, every) => {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200);
    while (!response.destroyed) {
      if (!response.write(Buffer.alloc(size, ' ')))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      await sleep(every);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [command, args] = PYTHON.command({ url, pictures, attempts: 1 });
  const { status, stderr } = await new Promise<Ended>((done) =>
    execFile(command, [...args, '--timeout', '1'], { timeout: STEP / 3 }, (error, stdout, said) =>
      done({ status: error ? (error.code ?? error.signal ?? null) : 0, stdout, stderr: said }),
    ),
  );
  server.closeAllConnections();
  server.close();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "line-1 was not started: an answer that is not the service's\n",
  });
});
