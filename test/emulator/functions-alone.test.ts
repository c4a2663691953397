/** What is deployed stands alone: a copy of functions/ with its own lock file, installed without the rest, answers. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../emulators/stack/ports.ts';
import { eventually } from '../support/factory.ts';

const run = promisify(execFile);
const FUNCTIONS = resolve(import.meta.dirname, '../../functions');

let copy: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'sightline-functions-'));
  for (const name of ['package.json', 'package-lock.json', 'lib']) {
    await cp(join(FUNCTIONS, name), join(copy, name), { recursive: true });
  }
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: copy });
}, 180_000);

afterAll(async () => {
  running?.kill('SIGKILL');
  await rm(copy, { recursive: true, force: true });
});

test('npm ci --omit=dev in a copy of functions/, then functions-framework answers', async () => {
  const port = await freePort();
  const { NODE_OPTIONS: _, ...env } = process.env;
  running = spawn(process.execPath, ['node_modules/@google-cloud/functions-framework/build/src/main.js'], {
    cwd: copy,
    env: {
      ...env,
      FUNCTION_TARGET: 'monitor',
      PORT: String(port),
      GCLOUD_PROJECT: 'demo-alone',
      ACCESS: 'required',
    },
    stdio: 'ignore',
  });
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}/line-1/start`), 20_000);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    data: { error: true, result: 'Monitor not found or access denied' },
  });
});
