/**
 * `examples/embedder` with a tiny net. Where onnxruntime is not installed (`pip install -r examples/embedder/requirements.txt`), this is skipped by name.
 * @covers Contract 15: embedders: builtin and http, one interface
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { freePort } from '../../emulators/stack/ports.ts';
import { embedderAt } from '../../functions/src/common/adapters/embedder.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { describeImage } from '../../functions/src/dataset/suggest/describe-image.ts';
import { eventually } from '../support/factory.ts';
import { tinyOnnx } from '../support/tiny-onnx.ts';

const PROGRAM = resolve(import.meta.dirname, '../../examples/embedder/embed.py');
const NEEDS = 'import numpy, onnxruntime, PIL';
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', NEEDS]).status === 0,
);

const title = 'embed.py answers with the numbers of its net';
if (python) test(title, () => answersOf(python));
else test.skip(`${title}: onnxruntime is not installed`, () => {});

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
  const own = { MODEL: model, NAME: 'tiny-1', KEY: 'k', HOST: '127.0.0.1', PORT: String(port) };
  const child = spawn(command, [PROGRAM], {
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
