/** @covers Cameras: dates by EXIF, tries, words while nobody answers; the three agree */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type CameraOptions, exitStatus, runCamera, withDefaults } from '../../emulators/camera/camera.ts';
import { elapsed } from '../support/elapsed.ts';
import { exifPictures } from '../support/exif-pictures.ts';

interface Seen {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The endpoint's answer to an upload; `undefined` accepts it. */
type Script = (seen: Seen, response: ServerResponse, tries: number) => boolean | undefined | Promise<boolean>;

const NO_WAIT = { attempts: 4, base: 1, limit: 5, timeout: 30_000 };

let server: Server;
let base: string;
let running: boolean;
let script: Script;
let seen: Seen[];
let inFlight: number;
let mostInFlight: number;

beforeEach(async () => {
  [running, seen, inFlight, mostInFlight, script] = [false, [], 0, 0, () => undefined];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const reply = (
  response: ServerResponse,
  status: number,
  result: string,
  more: object = {},
  headers = {},
): true => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ data: { error: status !== 200, result, ...more } }));
  return true;
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '', base);
  const one = {
    method: request.method ?? '',
    url,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
  seen.push(one);
  const action = url.pathname.split('/').at(-1);
  if (action !== 'image') {
    const fits = running === (action === 'stop');
    if (!fits)
      return void reply(response, 409, running ? 'Error: Already started' : 'Error: already stopped');
    running = action === 'start';
    return void reply(response, 200, running ? 'Started' : 'Stopped');
  }
  inFlight += 1;
  mostInFlight = Math.max(mostInFlight, inFlight);
  const tries = seen.filter((each) => nameOf(each) === nameOf(one)).length;
  const answered = await script(one, response, tries);
  inFlight -= 1;
  if (answered === undefined) reply(response, 200, 'Added image', { id: `id of ${nameOf(one)}` });
}

const uploads = (): Seen[] => seen.filter(({ url }) => url.pathname.endsWith('/image'));
const nameOf = ({ url }: Seen): string | null => url.searchParams.get('name');

/** Three small pictures: most of these tests need no scene. */
let shots: string;
beforeAll(async () => {
  shots = await mkdtemp(join(tmpdir(), 'camera-shots-'));
  for (const shot of [1, 2, 3]) await writeFile(join(shots, `frame-00000${shot}.jpg`), await picture(shot));
});
afterAll(() => rm(shots, { recursive: true }));

const USUAL = { monitor: 'line-1', fps: 0, concurrency: 3, retry: NO_WAIT };
const film = (options: Partial<CameraOptions>, watch = {}) =>
  runCamera(withDefaults({ ...USUAL, url: base, dir: shots, ...options }), watch);

async function inFolder<T>(files: Record<string, Buffer>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'));
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const picture = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: shade, g: 0, b: 0 } } })
    .jpeg()
    .toBuffer();

describe('a session', () => {
  test('is started, gets every frame as Contract 6 has it, and is stopped', async () => {
    const summary = await film({ dir: null, count: 6, dataset: 'bolts', tag: 'good', key: 'secret' });
    expect(summary).toMatchObject({ sent: 6, accepted: 6, duplicates: 0, refused: 0, lost: 0, retries: 0 });
    expect(exitStatus(summary, { dir: null })).toBe(0);
    expect(seen[0]).toMatchObject({ method: 'POST', url: { pathname: '/base/monitor/line-1/start' } });
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: { pathname: '/base/monitor/line-1/stop' } });
    expect(seen.every(({ headers }) => headers['x-device-key'] === 'secret')).toBe(true);
    for (const upload of uploads()) {
      expect(upload.method).toBe('POST');
      expect(Object.fromEntries(upload.url.searchParams)).toEqual({
        date: expect.stringMatching(/^\d{13}$/),
        name: expect.stringMatching(/^frame-\d{6}\.jpg$/),
        dataset: 'bolts',
        tag: 'good',
      });
      expect(upload.headers['content-type']).toBe('image/jpeg');
      expect((await sharp(upload.body).stats()).isOpaque).toBe(true);
    }
  });

  test('has frames with different bytes, more than were drawn', async () => {
    await film({ dir: null, count: 15 });
    expect(new Set(uploads().map(({ body }) => body.toString('base64'))).size).toBe(15);
  });

  test('sends the files of a folder as they are, each with its media type', async () => {
    const png = await sharp(await picture(9))
      .png()
      .toBuffer();
    await inFolder({ 'a b.jpg': await picture(9), 'c.png': png }, (dir) => film({ dir, concurrency: 1 }));
    const [jpeg, second] = uploads();
    expect([jpeg!.headers['content-type'], second!.headers['content-type']]).toEqual([
      'image/jpeg',
      'image/png',
    ]);
    expect(jpeg!.body.equals(await picture(9))).toBe(true);
    expect(nameOf(jpeg!)).toBe('a b.jpg');
  });

  test("dates the files of a folder by EXIF, otherwise by the file's own time, always the same", async () => {
    const [dated, undated] = (await exifPictures()).filter(({ name }) => /little|no zone/.test(name));
    await inFolder({ 'a.jpg': dated!.bytes, 'b.jpg': undated!.bytes }, async (dir) => {
      await utimes(join(dir, 'b.jpg'), 1_700_000_000.9, 1_700_000_000.9);
      await film({ dir, concurrency: 1 });
      await film({ dir, concurrency: 1 });
    });
    const dates = uploads().map(({ url }) => Number(url.searchParams.get('date')));
    expect(dates).toEqual([dated!.taken, 1_700_000_000_000, dated!.taken, 1_700_000_000_000]);
  });

  test('that is already running is not changed: the camera says so', async () => {
    running = true;
    await expect(film({})).rejects.toThrow(/Error: Already started.*--join/);
    expect(seen.length).toBe(1);
  });

  test('that is already running is used and left running with --join', async () => {
    running = true;
    expect(await film({ join: true })).toMatchObject({ accepted: 3, stopProblem: null });
    expect(running).toBe(true);
  });

  test('of an unknown monitor does not start', async () => {
    server.removeAllListeners('request');
    server.on('request', (_, response) => reply(response, 404, 'Monitor not found or access denied'));
    await expect(film({})).rejects.toThrow('line-1 was not started: 404 Monitor not found or access denied');
  });

  test('without a server ends with a hint', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    await new Promise((resolve) => gone.close(resolve));
    await expect(film({ url })).rejects.toThrow(
      `line-1 was not started: nothing answers at ${url}: is it running, and is this device online?`,
    );
  });

  test('is stopped when the camera is interrupted, and no further frame is sent', async () => {
    const interrupt = new AbortController();
    script = (_, response) => {
      interrupt.abort();
      return reply(response, 200, 'Added image', { id: 'only' });
    };
    const summary = await film({ fps: 1, count: 50 }, { signal: interrupt.signal });
    expect(summary).toMatchObject({ sent: 1, accepted: 1, lost: 0 });
    expect(running).toBe(false);
  });
});

describe('retries', () => {
  test('a frame is sent again, byte for byte, until it is acknowledged', async () => {
    script = (_, response, tries) => {
      if (tries === 1) return reply(response, 503, 'Error: storage');
      if (tries === 2) return reply(response, 429, 'Error: too many');
      if (tries === 3) return Boolean(response.destroy());
      return undefined;
    };
    const summary = await film({ count: 2, concurrency: 2 });
    expect(summary).toMatchObject({ sent: 2, accepted: 2, lost: 0, retries: 6 });
    const bodies = uploads().map(({ body }) => body.toString());
    expect([bodies.length, new Set(bodies).size]).toEqual([8, 2]);
  });

  test('wait as long as Retry-After asks', async () => {
    let hasWaited = () => false;
    script = (_, response, tries) => {
      if (tries > 1) return undefined;
      hasWaited = elapsed(200);
      return reply(response, 429, 'x', {}, { 'retry-after': '0.4' });
    };
    expect(await film({ count: 1 })).toMatchObject({ accepted: 1, retries: 1 });
    expect(hasWaited()).toBe(true);
  });

  test('end after the last attempt: the frame is lost, the others are not, and the status is 1', async () => {
    script = (one, response) =>
      nameOf(one) === 'frame-000002.jpg' ? reply(response, 500, 'Error: broken') : undefined;
    const summary = await film({});
    expect(summary).toMatchObject({ sent: 3, accepted: 2, lost: 1, retries: 3 });
    expect(summary.losses).toEqual([{ name: 'frame-000002.jpg', reason: '500 Error: broken' }]);
    expect(exitStatus(summary, { dir: null })).toBe(1);
    expect(running).toBe(false);
  });

  test('happen when an answer is missing', async () => {
    script = (_, _response, tries) => (tries === 1 ? true : undefined);
    const summary = await film({ count: 1, retry: { ...NO_WAIT, timeout: 500 } });
    expect(summary).toMatchObject({ accepted: 1, retries: 1 });
  });

  test('happen when a page that is not an acknowledgement answers 200', async () => {
    script = (_, response, tries) =>
      tries === 1 ? Boolean(response.end('<html>Welcome</html>')) : undefined;
    expect(await film({ count: 1 })).toMatchObject({ accepted: 1, retries: 1 });
  });

  test('do not happen after a refusal: refused drawn frames make the status 1', async () => {
    script = (_, response) => reply(response, 404, 'Error: Dataset with ID "x" not found');
    const summary = await film({ count: 2, dataset: 'x' });
    expect(summary).toMatchObject({ sent: 2, accepted: 0, refused: 2, lost: 0, retries: 0 });
    expect(exitStatus(summary, { dir: null })).toBe(1);
  });
});

describe('a folder', () => {
  test('is sent once, and a broken picture that is refused is reported, not lost', async () => {
    const files = {
      'good.jpg': await picture(1),
      'UPPER.JPEG': await picture(2),
      'broken.png': Buffer.from('no'),
      'README.md': Buffer.from('x'),
    };
    script = (one, response) =>
      nameOf(one) === 'broken.png' ? reply(response, 415, 'Error: unsupported image format') : undefined;
    await inFolder(files, async (dir) => {
      const summary = await film({ dir, count: null });
      expect(summary).toMatchObject({ sent: 3, accepted: 2, refused: 1, lost: 0 });
      expect(summary.refusals).toEqual([
        { name: 'broken.png', status: 415, sentence: 'Error: unsupported image format' },
      ]);
      expect(exitStatus(summary, { dir })).toBe(0);
    });
  });

  test('without any accepted picture makes the status 1', async () => {
    script = (_, response) => reply(response, 400, 'Error: image not found');
    await inFolder({ 'a.jpg': await picture(1) }, async (dir) => {
      expect(exitStatus(await film({ dir, count: null }), { dir })).toBe(1);
    });
  });

  test('starts over after its last file if more frames are requested; a known id is a duplicate', async () => {
    await inFolder({ 'a.jpg': await picture(1), 'b.jpg': await picture(2) }, async (dir) => {
      const summary = await film({ dir, count: 5 });
      expect(summary).toMatchObject({ sent: 5, accepted: 2, duplicates: 3 });
      expect(summary.ids.toSorted()).toEqual(['id of a.jpg', 'id of b.jpg']);
    });
  });

  test('without a picture, or that does not exist, starts no session', async () => {
    await inFolder({ 'notes.txt': Buffer.from('x') }, async (dir) => {
      await expect(film({ dir })).rejects.toThrow('holds no JPEG, PNG or WebP file');
    });
    await expect(film({ dir: '/nowhere/at/all' })).rejects.toThrow('cannot be read');
    expect(seen).toEqual([]);
  });
});

describe('pace', () => {
  /** Requests are answered only after `isTime` has returned true for the first time. */
  const answerOnce = (isTime: () => boolean): Script => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    return async (one, response) => {
      if (isTime()) begin();
      await begun;
      return reply(response, 200, 'Added image', { id: String(nameOf(one)) });
    };
  };

  test('frames are in flight together, as many as allowed and no more', async () => {
    script = answerOnce(() => inFlight === 4);
    await film({ count: 12, concurrency: 4 });
    expect(mostInFlight).toBe(4);
  });

  test('--fps spaces them, and a slow answer does not slow the next frame', async () => {
    const answer = answerOnce(() => inFlight === 8);
    let isSpaced = () => false;
    script = (one, response, tries) => {
      if (uploads().length === 1) isSpaced = elapsed(250);
      return answer(one, response, tries);
    };
    // The last frame is due half a second after the first.
    await film({ count: 11, fps: 20, concurrency: 8 });
    expect(isSpaced()).toBe(true);
  });
});

describe('the command', () => {
  const run = (args: string[]) =>
    new Promise<{ code: number; output: string; errors: string }>((resolve) => {
      const program = join(import.meta.dirname, '../../emulators/camera/camera.ts');
      execFile(process.execPath, [program, ...args], (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output, errors }),
      );
    });

  test('prints a summary and ends with 0', async () => {
    const { code, output } = await run(['--monitor', 'line-1', '--url', base, '--fps', '0', '--count', '3']);
    expect(output).toContain('sent 3, accepted 3, duplicates 0, refused 0, lost 0, retries 0');
    expect(output).toMatch(/p50 \d+ ms, p99 \d+ ms/);
    expect(code).toBe(0);
  });

  test('ends with 1 and a sentence, without a stack, when it cannot begin', async () => {
    running = true;
    const { code, errors } = await run(['--monitor', 'line-1', '--url', base, '--count', '1']);
    expect([code, errors.trim().split('\n').length]).toEqual([1, 1]);
    expect(errors).toContain('A session runs already.');
  });

  test('ends with 1 on a mistake in the command line', async () => {
    const { code, errors } = await run(['--fps', '3']);
    expect([code, errors]).toEqual([1, '--monitor is missing: whose session is it?\nTry --help.\n']);
  });
});
