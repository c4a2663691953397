/**
 * The functions and auth emulators of firebase-tools load the built functions, and each function answers.
 * @covers Contract 1 function names, loaded by the official suite
 */
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../emulators/stack/ports.ts';
import { eventually } from '../support/factory.ts';
import { BOOT } from '../support/limits.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let directory: string;
let suite: ReturnType<typeof spawn>;
let output = '';
let port: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-suite-'));
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  port = ports[0] as number;
  const config = JSON.parse(await readFile(join(ROOT, 'firebase.json'), 'utf8'));
  const [functions, auth, hub, logging] = ports.map((each) => ({ host: '127.0.0.1', port: each }));
  const emulators = { functions, auth, hub, logging, ui: { enabled: false }, singleProjectMode: true };
  await writeFile(
    join(directory, 'firebase.json'),
    JSON.stringify({ functions: config.functions, emulators }),
  );
  await copyFile(join(ROOT, '.firebaserc'), join(directory, '.firebaserc'));
  await symlink(join(ROOT, 'functions'), join(directory, 'functions'));
  const cli = join(ROOT, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const { NODE_OPTIONS: _, ...env } = process.env;
  suite = spawn(
    process.execPath,
    [cli, 'emulators:start', '--only', 'functions,auth', '--project', 'demo-suite'],
    {
      cwd: directory,
      env: { ...env, CI: 'true', METADATA_SERVER_DETECTION: 'none', FIREBASE_EMULATORS_PATH: directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [suite.stdout, suite.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await eventually(() => expect(output).toMatch(/All emulators ready/), BOOT).catch(() => {
    throw new Error(output);
  });
});

afterAll(async () => {
  const ended = new Promise((resolve) => suite.once('exit', resolve));
  suite.kill('SIGINT');
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 15_000))]);
  suite.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const ask = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/demo-suite/us-central1${path}`);
  return [response.status, await response.json()];
};

test('each function is loaded by the name of the contract and answers in its area’s shape', async () => {
  expect(await ask('/monitor/nowhere/at/all')).toEqual([404, { data: { error: true, result: 'Not found' } }]);
  expect(await ask('/image/nowhere/at/all')).toEqual([404, { error: true, status: 'Not found' }]);
});
