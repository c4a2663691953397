/**
 * `sightline camera`: pictures of a folder, a network camera and a webcam by way of a made-up ffmpeg, through outages and kills; a
 * stream by the real ffmpeg where it is installed (else a skipped test).
 * @covers Contract 19 the command line's camera: each picture once, through an outage and a kill; its commands
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { JpegSplitter } from '../../client/src/command/camera/ffmpeg.ts';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { eventually, liveState, picture, records } from '../support/factory.ts';
import { startRtspCamera } from './rtsp-camera.ts';

const PROGRAM = resolve(import.meta.dirname, '../../client/src/command/main.ts');

let stage: ManageStage;
let folder: string;
let key: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-camera-'));
  stage = await openManageStage(['monitor', 'people-monitor'], { RATE_CURATE: 'off', RATE_UPLOAD: 'off' });
  key = (await stage.as('editor', '/monitor/line-1/keys', { method: 'POST' })).body.data.key;
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

function start(line: string, path = process.env.PATH) {
  const env = {
    ...process.env,
    ...{ PATH: path, SIGHTLINE_URL: stage.stack.baseUrl, SIGHTLINE_KEY: key, XDG_STATE_HOME: folder },
  };
  const child = spawn(process.execPath, [PROGRAM, 'camera', ...line.split(' '), '--monitor', 'line-1'], {
    cwd: folder,
    env,
  });
  running.add(child);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([said, complained, [code]]) => ({ code: code as number, said: said.trim(), complained }),
  );
  return { child, ended };
}
const stored = async (prefix: string): Promise<string[]> =>
  [...(await records(stage.stack, 'image')).values()]
    .map(({ name }) => name as string)
    .filter((name) => name.startsWith(prefix))
    .sort();
const count = (prefix: string) => stored(prefix).then((names) => names.length);

async function tell(command: string, params = {}): Promise<{ ok: boolean; message: string }> {
  const { body } = await stage.as('editor', '/monitor/line-1/command', { body: { command, params } });
  return eventually(() => {
    const { result } = liveState(stage.stack, 'line-1').controller.action;
    expect(result?.id).toBe(body.data.id);
    return result;
  });
}

async function fill(name: string, count: number): Promise<void> {
  await mkdir(join(folder, name));
  for (let number = 0; number < count; number += 1) {
    const path = join(folder, name, `${name}-${number}.jpg`);
    await writeFile(path, await picture(number));
    await utimes(path, 1_790_000_000 + number, 1_790_000_000 + number);
  }
}

test('a folder: each picture once, in a session; again adds nothing; what is none is named', async () => {
  await fill('parts', 12);
  await writeFile(join(folder, 'parts/torn.jpg'), 'torn');
  const { code, said, complained } = await start('parts').ended;
  expect([code, said, complained]).toEqual([
    ...[1, '12 pictures are stored, 1 refused.\ntorn.jpg: no JPEG, PNG or WebP picture of at most 20 MB'],
    '',
  ]);
  expect(await count('parts-')).toBe(12);
  const images = [...(await records(stage.stack, 'image')).values()];
  expect(new Set(images.map(({ session }) => session)).size).toBe(1);
  await rm(join(folder, 'parts/torn.jpg'));
  expect((await start('parts').ended).code).toBe(0);
  expect(await count('parts-')).toBe(12);
});

test('killed while the service is away: what was on the disk is sent by the next one, once', async () => {
  await fill('belt', 30);
  await stage.stack.functions.monitor?.kill();
  const { child, ended } = start('belt');
  await new Promise((done) => setTimeout(done, 1_500));
  child.kill('SIGKILL');
  await ended;
  await stage.stack.functions.monitor?.restart();
  expect((await start('belt').ended).code).toBe(0);
  expect(await count('belt-')).toBe(30);
});

test('a network camera: start, stop, capture and settings; the spool ends with Ctrl-C', async () => {
  let asked = 0;
  const camera = createServer(async (_, response) => {
    asked += 1;
    response.end(await picture(asked));
  });
  await new Promise<void>((done) => camera.listen(0, '127.0.0.1', done));
  const { port } = camera.address() as AddressInfo;
  const { child, ended } = start(`http://127.0.0.1:${port}/snapshot.jpg --wait --every 0.2`);
  const captured = await tell('capture');
  expect(captured).toMatchObject({ ok: true, message: expect.stringMatching(/^frame-\d+\.jpg$/) });
  await eventually(async () => expect(await stored('frame-')).toEqual([captured.message]));
  expect(await tell('start')).toMatchObject({ ok: true, message: 'Started' });
  await eventually(() => expect(liveState(stage.stack, 'line-1')).toMatchObject({ status: true }));
  await eventually(async () => expect(await count('frame-')).toBeGreaterThan(4));
  expect(await tell('settings', { every: 3_600 })).toMatchObject({ ok: true, message: 'every 3600 s' });
  expect(await tell('settings')).toMatchObject({ ok: false });
  expect(await tell('dance')).toMatchObject({ ok: false, message: 'dance is not known here' });
  expect(await tell('stop')).toMatchObject({ ok: true, message: 'Stopped' });
  await eventually(() => expect(liveState(stage.stack, 'line-1')).toMatchObject({ status: false }));
  child.kill('SIGINT');
  const { code, said } = await ended;
  expect([code, said]).toEqual([0, `${await count('frame-')} pictures are stored, 0 refused.`]);
  camera.close();
});

test('a webcam by ffmpeg, which is started again when it ends; without ffmpeg it says so', async () => {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(folder, 'shot.jpg'), await picture(3));
  // Three pictures, then it dies, as when a cable is pulled.
  await writeFile(
    join(bin, 'ffmpeg'),
    `#!/bin/sh\nfor n in 1 2 3; do cat '${join(folder, 'shot.jpg')}'; sleep 0.2; done\necho 'No signal' >&2\n`,
  );
  await chmod(join(bin, 'ffmpeg'), 0o700);
  const before = await count('frame-');
  const line = '/dev/video0 --count 5 --every 0.01';
  const { code, said, complained } = await start(line, `${bin}${delimiter}${process.env.PATH}`).ended;
  expect([code, said]).toEqual([0, '5 pictures are stored, 0 refused.']);
  expect(complained).toContain('ffmpeg has ended: No signal. Trying again.');
  expect(await count('frame-')).toBe(before + 5);
  const { child, ended } = start(line, '/nowhere');
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  child.kill('SIGINT');
  expect((await ended).complained).toContain('ffmpeg is not installed');
});

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
(hasFfmpeg ? test : test.skip)('a stream by RTSP and the real ffmpeg, through a pulled cable', async () => {
  const camera = await startRtspCamera();
  const before = new Set(await stored('frame-'));
  const { ended } = start(`${camera.url} --count 40 --every 0.2`);
  await eventually(async () => expect(await count('frame-')).toBeGreaterThan(before.size + 1));
  camera.pull();
  const { code, said, complained } = await ended;
  expect([code, said]).toEqual([0, '40 pictures are stored, 0 refused.']);
  expect(complained).toContain('ffmpeg has ended');
  expect(camera.watched()).toBeGreaterThan(1);
  camera.close();
  const images = [...(await records(stage.stack, 'image')).values()];
  const streamed = images.filter(({ name }) => /^frame-/.test(name) && !before.has(name));
  expect(streamed.map(({ width, height }) => [width, height])).toEqual(Array(40).fill([320, 240]));
});

test('a stream of pictures is split wherever its chunks end', async () => {
  const pictures = [await picture(1), await picture(2), await picture(3)].map((each) =>
    each.subarray(0, each.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2),
  );
  const stream = Buffer.concat(pictures);
  for (const size of [1, 7, 1_000, stream.length]) {
    const splitter = new JpegSplitter();
    const found: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size)
      found.push(...splitter.push(stream.subarray(at, at + size)));
    expect(found.map((each) => each.length)).toEqual(pictures.map((each) => each.length));
  }
});
