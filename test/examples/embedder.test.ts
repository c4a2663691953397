/**
 * `examples/embedder` with a tiny net. Where onnxruntime is not installed (`pip install -r examples/embedder/requirements.txt`), this is skipped by name.
 * @covers Contract 15: embedders: builtin and http, one interface
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { freePort } from '../../emulators/stack/ports.ts';
import { embedderAt } from '../../functions/src/common/adapters/embedder.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { describeImage } from '../../functions/src/dataset/suggest/describe-image.ts';
import { eventually } from '../support/factory.ts';
import { tinyOnnx } from '../support/tiny-onnx.ts';

const FOLDER = resolve(import.meta.dirname, '../../examples/embedder');
const NEEDS = 'import numpy, onnxruntime, PIL';
const python = [process.env.EMBEDDER_PYTHON ?? 'python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', NEEDS]).status === 0,
);

const title = 'serve.sh has embed.py answer with the numbers of its net';
if (python) test(title, () => answersOf(python));
else test.skip(`${title}: onnxruntime is not installed`, () => {});

function writeProgram(path: string, lines: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

test('deploy.sh deploys the model with the program and a key, and prints the address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
  const asked = join(folder, 'asked');
  const model = join(folder, 'a.onnx');
  writeFileSync(model, 'the net');
  // Stands in for gcloud: keeps what it is asked, and the folder that is deployed.
  const lines = [
    `printf '%s\\n' "$*" >> '${asked}'`,
    `case "$*" in *describe*) echo https://embedder.example;; esac`,
    `while [ $# -gt 0 ]; do [ "$1" = --source ] && cp -r "$2" '${join(folder, 'source')}'; shift; done; true`,
  ];
  writeProgram(join(folder, 'bin/gcloud'), lines.join('\n'));
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const words = [join(FOLDER, 'deploy.sh'), model, 'tiny-2', 'p', 'europe-west1'];
  const { stdout, stderr, status } = spawnSync('sh', words, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const [, key] = /^EMBEDDER_URL=https:\/\/embedder\.example\/\?key=([0-9a-f]{48})\n$/.exec(stdout) ?? [];
  const [deployed = ''] = readFileSync(asked, 'utf8').split('\n');
  expect(deployed).toMatch(/^run deploy sightline-embedder --project p --region europe-west1 --source /);
  expect(deployed).toContain(`--set-env-vars NAME=tiny-2,KEY=${key}`);
  expect(readdirSync(join(folder, 'source')).sort()).toEqual([
    ...['Dockerfile', 'embed.py', 'model.onnx', 'requirements.txt'],
  ]);
  expect(readFileSync(join(folder, 'source/model.onnx'), 'utf8')).toBe('the net');
  rmSync(folder, { recursive: true });
});

const { signal } = new AbortController();
/** Of ImageNet, as the program has it. */
const [MEAN, DEVIATION] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
];

async function answersOf(command: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
  const model = join(folder, 'tiny.onnx');
  writeFileSync(model, tinyOnnx());
  const port = await freePort();
  const venv = join(folder, 'venv');
  writeProgram(join(venv, 'bin/python'), `exec '${command}' "$@"`);
  const own = { EMBEDDER_VENV: venv, KEY: 'k', PORT: String(port) };
  const child = spawn('sh', [join(FOLDER, 'serve.sh'), model, 'tiny-1'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  process.env.HOOK_ALLOWED_HOSTS = '127.0.0.1';
  try {
    await eventually(() => expect(printed).toContain('tiny-1, 32 x 32'));
    const address = `http://127.0.0.1:${port}/`;
    await expect(embedderAt(address, signal)).rejects.toMatchObject({ code: 'suggest refused' });
    const describer = await embedderAt(`${address}?key=k`, signal);
    expect(describer).toMatchObject({ name: 'http:tiny-1/48', width: 48 });
    const color = [200, 30, 120];
    const [r, g, b] = color as [number, number, number];
    const create = { width: 50, height: 40, channels: 3 as const, background: { r, g, b } };
    const picture = await sharp({ create }).png().toBuffer();
    const means = color.map((each, at) => (each / 255 - MEAN[at]!) / DEVIATION[at]!);
    const most = Math.max(...means.map(Math.abs));
    const wanted = means.flatMap((each) => Array(16).fill(Math.round((each / most) * 127)));
    const look = await describeImage(picture, describer, signal);
    expect([...(look?.vector ?? [])]).toEqual(wanted);
    expect(look?.signature).toEqual((await describeImage(picture, builtin, signal))?.signature);
    expect(
      'bytes' in describer.describe && (await describer.describe.bytes(Buffer.from('x'), signal)),
    ).toBeNull();
  } finally {
    delete process.env.HOOK_ALLOWED_HOSTS;
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}
