/**
 * The deployed archive is self-contained: installed without the rest of the repository, it answers.
 * @covers Contract 8 bodies without credentials
 * @covers functions/ installs and starts alone
 */
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
/** What is deployed has a compile cache of its own. */
const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...inherited } = process.env;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'sightline-functions-'));
  archive = await pack();
  for (const [name, bytes] of archive) {
    await mkdir(dirname(join(copy, name)), { recursive: true });
    await writeFile(join(copy, name), bytes);
  }
  // All that the platform's build runs: the command line tells it to run no script of package.json.
  const env = { ...inherited, NODE_ENV: 'production', GOOGLE_NODE_RUN_SCRIPTS: '' };
  await run('npm', ['ci', '--quiet', '--no-fund', '--no-audit', '--prefer-offline'], { cwd: copy, env });
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(copy, { recursive: true, force: true });
});

/** Packed by the command line itself, with the `ignore` list of firebase.json. */
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

/** Started as in the container. */
async function startAlone(target: string, addresses: Record<string, string> = {}): Promise<number> {
  const port = await freePort();
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
      env: { ...inherited, ...own, ...addresses },
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
  expect(bytes).toBeLessThan(12.5e6);
});

test('packages that are not bundled are found in node_modules', () => {
  const { resolve: find } = createRequire(join(copy, 'lib/index.js'));
  const code = [...archive].filter(([name]) => name.endsWith('.js')).map(([, bytes]) => bytes.toString());
  const left = code.flatMap((text) =>
    [...text.matchAll(/requireInstalled\("(.+?)"\)/g)].map(([, path]) => path),
  );
  expect(left.length).toBeGreaterThan(1);
  for (const path of left) expect(find(path as string)).toContain(join(copy, 'node_modules'));
});

/** Files of the compile cache. */
async function cached(): Promise<string[]> {
  const folder = join(copy, 'lib/compile-cache');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

test('the install on the platform compiles what each function loads', async () => {
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
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}${path}`));
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual(body);
});

test('a new process uses the compile cache', async () => {
  const routes = [...archive.keys()].find((name) => /^lib\/routes-\w+\.js$/.test(name));
  const load = `import('./lib/index.js').then(() => import('./${routes}')).then(() => process.exit())`;
  const { stdout, stderr } = await run(process.execPath, ['-e', load], {
    cwd: copy,
    env: { ...inherited, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', GCLOUD_PROJECT: 'demo-alone' },
  });
  const lines = (stdout + stderr).split('\n').filter((line) => line.includes(routes as string));
  expect(lines.join('\n')).toMatch(/was accepted/);
});

test('in the repository, before a build, installing does nothing else', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'functions/package.json'), 'utf8'));
  const empty = await mkdtemp(join(tmpdir(), 'sightline-unbuilt-'));
  await writeFile(join(empty, 'package.json'), JSON.stringify({ scripts: { install: scripts.postinstall } }));
  const { stderr } = await run('npm', ['run', '-s', 'install'], { cwd: empty });
  await rm(empty, { recursive: true });
  expect(stderr.replace(/^npm warn .*\n/gm, '')).toBe('');
});

test('a compile cache of other bytes changes nothing', async () => {
  for (const path of await cached()) await writeFile(path, 'not compiled by this Node');
  const port = await startAlone('monitor');
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}/line-1/start`));
  expect(response.status).toBe(401);
});

test('the counters function runs', async () => {
  const { address, release } = await leaseFirestore();
  const port = await startAlone('counters', { FIRESTORE_EMULATOR_HOST: address });
  const response = await eventually(() => fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }));
  expect(response.status).toBe(200);
  await release();
});
