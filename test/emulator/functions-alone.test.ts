/** What is deployed stands alone: the archive that would be uploaded, installed without the rest, answers. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../emulators/stack/ports.ts';
import { eventually } from '../support/factory.ts';
import { leaseFirestore } from '../support/firestore.ts';
import { readZip } from '../support/read-zip.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const ROOT = resolve(import.meta.dirname, '../..');

let copy: string;
let archive: Map<string, Buffer>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'sightline-functions-'));
  archive = await pack();
  for (const [name, bytes] of archive) {
    await mkdir(dirname(join(copy, name)), { recursive: true });
    await writeFile(join(copy, name), bytes);
  }
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: copy });
  // The platform's build.
  await run('npm', ['run', 'gcp-build'], { cwd: copy });
}, 180_000);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(copy, { recursive: true, force: true });
});

/** By the command line's own hand, with the `ignore` of firebase.json. */
async function pack(): Promise<Map<string, Buffer>> {
  const { prepareFunctionsUpload } = require('firebase-tools/lib/deploy/functions/prepareFunctionsUpload.js');
  const { functions } = JSON.parse(await readFile(join(ROOT, 'firebase.json'), 'utf8'));
  const [config] = functions as { source: string }[];
  const source = join(ROOT, config?.source ?? '');
  const { pathToSource } = await prepareFunctionsUpload(ROOT, source, config, []);
  try {
    return await readZip(await readFile(pathToSource));
  } finally {
    await rm(pathToSource);
  }
}

/** As the container runs it. */
async function startAlone(target: string, addresses: Record<string, string> = {}): Promise<number> {
  const port = await freePort();
  const { NODE_OPTIONS: _, ...env } = process.env;
  const own = {
    FUNCTION_TARGET: target,
    PORT: String(port),
    GCLOUD_PROJECT: 'demo-alone',
    ACCESS: 'required',
  };
  const framework = 'node_modules/@google-cloud/functions-framework/build/src/main.js';
  running.push(
    spawn(process.execPath, [framework], {
      cwd: copy,
      env: { ...env, ...own, ...addresses },
      stdio: 'ignore',
    }),
  );
  return port;
}

test('the archive holds the built functions and their lock file, no sources, no local settings', () => {
  const names = [...archive.keys()];
  expect(names).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'lib/index.js']));
  const others = names.filter((name) => !/^(package(-lock)?\.json|\.env(\.[a-z0-9-]+)?|lib\/.*)$/.test(name));
  expect(others).toEqual([]);
  expect(names).not.toContain('.env.local');
  expect(names.filter((name) => name.endsWith('.ts'))).toEqual([]);
  const bytes = [...archive.values()].reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeLessThan(10e6);
});

test('what the bundle leaves in node_modules is found there', () => {
  const { resolve: find } = createRequire(join(copy, 'lib/index.js'));
  const code = [...archive].filter(([name]) => name.endsWith('.js')).map(([, bytes]) => bytes.toString());
  const left = code.flatMap((text) =>
    [...text.matchAll(/requireInstalled\("(.+?)"\)/g)].map(([, path]) => path),
  );
  expect(left.length).toBeGreaterThan(4);
  for (const path of left) expect(find(path as string)).toContain(join(copy, 'node_modules'));
});

/** Files of the compile cache. */
async function cached(): Promise<string[]> {
  const folder = join(copy, 'lib/compile-cache');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

test('the build of the platform compiles what each function loads', async () => {
  expect([...archive.keys()].filter((name) => name.includes('compile-cache/'))).toEqual([]);
  expect((await cached()).length).toBeGreaterThan(50);
});

test.each([
  ['monitor', '/line-1/start', { data: { error: true, result: 'Monitor not found or access denied' } }],
  ['dataset', '/bolts/csv', { error: true, result: 'Unauthorized' }],
  ['image', '/getb64/image/dataset--a--b.jpg', { error: true, status: 'Permission denied' }],
  ['service.git', '/project-info', expect.objectContaining({ success: false, code: 'unauthorized' })],
])('%s answers by functions-framework alone', async (target, path, body) => {
  const port = await startAlone(target);
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}${path}`), 20_000);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual(body);
});

test('a compile cache of other bytes changes nothing', async () => {
  for (const path of await cached()) await writeFile(path, 'not compiled by this Node');
  const port = await startAlone('monitor');
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}/line-1/start`), 20_000);
  expect(response.status).toBe(401);
});

test('counters does its round', async () => {
  const { address, release } = await leaseFirestore();
  const port = await startAlone('counters', { FIRESTORE_EMULATOR_HOST: address });
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }), 20_000);
  expect(response.status).toBe(200);
  await release();
});
