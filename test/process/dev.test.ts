/**
 * `npm run dev` in a copy of the project: what is saved is served, and CONTRIBUTING's first change works as printed.
 * @covers `npm run dev`, only what is stale is built, CONTRIBUTING's first change and field of an image as printed
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { StackPorts } from '../../emulators/stack/ports.ts';
import { startBrowser } from '../editor/browser.ts';
import { eventually } from '../support/factory.ts';
import { leaseFirestore } from '../support/firestore.ts';
import { findPorts, type Launched, launchFrom } from '../support/launch-stack.ts';
import { LONG_TEST } from '../support/limits.ts';
import { changesOf } from '../support/recipe.ts';
import { copyTree, type ScratchTree } from '../support/scratch-tree.ts';

let tree: ScratchTree;
let ports: StackPorts;
let stack: Launched;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [tree, ports, browser] = await Promise.all([copyTree(), findPorts(), startBrowser()]);
  stack = launchFrom(tree.folder, ports, join(tree.folder, '.sightline'), '--watch');
  await stack.untilReady();
  page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(`http://127.0.0.1:${ports.hosting}/datasets/bolts/settings`);
  await page.getByRole('button', { name: 'owner', exact: true }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}, LONG_TEST);
afterAll(async () => {
  await browser?.close();
  stack?.process.kill('SIGINT');
  await stack?.ended;
  await tree?.remove();
});

const urlOf = (path: string) => `http://127.0.0.1:${ports.functions}/demo-sightline/us-central1/${path}`;
const resultOf = async (path: string): Promise<string> =>
  (await (await fetch(urlOf(path))).json()).data.result;
const overlay = () => page.locator('vite-error-overlay .message-body');

/** Process ids of the functions by name. */
async function processes(): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  const own = stdout.split('\n').filter((line) => line.includes(`--source ${tree.folder}`));
  return Object.fromEntries(own.map((line) => /^ *(\d+).* --target (\S+)/.exec(line)!.slice(1).reverse()));
}

test('a change of a function is served, and no other one is restarted', async () => {
  const { monitor: before, ...others } = await processes();
  expect(Object.keys(others)).toContain('dataset');
  await tree.edit('functions/src/monitor/routes.ts', (text) => text.replaceAll("'Started'", "'Begun'"));
  await eventually(() => expect(stack.output()).toMatch(/^monitor: the new code runs/m));
  expect(await resultOf('monitor/line-1/start')).toBe('Begun');
  const { monitor: after, ...rest } = await processes();
  expect(after).not.toBe(before);
  expect(rest).toEqual(others);
});

test('what does not build leaves the functions running; terminal and page say why until it builds', async () => {
  const before = await processes();
  await tree.edit('functions/src/monitor/stop-session.ts', (text) => `${text}const broken = ;\n`);
  await expect(overlay().textContent()).resolves.toContain('const broken = ;');
  expect(stack.output()).toContain('Unexpected ";"');
  await page.reload();
  await expect(overlay().textContent()).resolves.toContain('const broken = ;');
  expect(await resultOf('monitor/line-1/stop')).toBe('Stopped');
  await tree.edit('functions/src/monitor/stop-session.ts', (text) => text.replace('const broken = ;\n', ''));
  await overlay().waitFor({ state: 'detached' });
  expect(await processes()).toEqual(before);
});

test('an error of the console is in the terminal and in the page', async () => {
  const file = 'web/src/pages/settings/text-setting.tsx';
  await tree.edit(file, (text) => `${text}const broken = ;\n`);
  await expect(overlay().textContent()).resolves.toContain('text-setting.tsx');
  expect(stack.output()).toContain(file);
  await tree.edit(file, (text) => text.replace('const broken = ;\n', ''));
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await overlay().waitFor({ state: 'detached' });
});

test(
  "CONTRIBUTING's first change: the field is set, seen and tested, with sound types",
  async () => {
    const contributing = await readFile(join(tree.folder, 'CONTRIBUTING.md'), 'utf8');
    const changes = changesOf(contributing, 'Your first change');
    expect(changes).toHaveLength(5);
    const begun = stack.output().length;
    for (const { path, applyTo } of changes) await tree.edit(path, applyTo);
    await eventually(() => {
      const said = stack.output().slice(begun);
      expect(said).toMatch(/^dataset.*: the new code runs/m);
      for (const project of ['functions', 'web']) expect(said).toContain(`types of ${project}: no errors`);
    });
    const [, command = ''] = /sh\n( *curl -X PATCH[\s\S]*?)\n *```/.exec(contributing) ?? [];
    const run = promisify(execFile);
    const { stdout } = await run('bash', ['-c', command.replace(':5001', `:${ports.functions}`)]);
    expect(JSON.parse(stdout)).toMatchObject({ error: false });
    await page.getByText('Hall 3').waitFor();
    const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...env } = process.env;
    const firestore = await leaseFirestore();
    const options = { cwd: tree.folder, env: { ...env, SIGHTLINE_FIRESTORE: firestore.address } };
    const tested = await run('npm', ['test', '--', 'test/emulator/dataset-place.test.ts'], options);
    expect(tested.stdout).toContain('npm run build: its sources have changed');
    // That suite opens no page.
    expect(tested.stdout).not.toContain('build:site');
    expect(tested.stderr).toContain('1 passed, 1 total');
    expect((await run('npm', ['run', '-s', 'build:stale', '--', 'build'], options)).stdout).toBe('');
    await firestore.release();
  },
  LONG_TEST,
);

test(
  'a field of an image, as CONTRIBUTING adds it, in three files',
  async () => {
    const changes = changesOf(
      await readFile(join(tree.folder, 'CONTRIBUTING.md'), 'utf8'),
      'A field of an image',
    );
    expect(changes.map(({ path }) => path)).toHaveLength(3);
    for (const { path, applyTo } of changes) await tree.edit(path, applyTo);
    const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...env } = process.env;
    const firestore = await leaseFirestore();
    const options = { cwd: tree.folder, env: { ...env, SIGHTLINE_FIRESTORE: firestore.address } };
    const run = (command: string) => promisify(execFile)('bash', ['-c', command], options);
    await run('npm run openapi && npm run build:client && npm run data-page && npm run types');
    expect(await readFile(join(tree.folder, 'docs/internals/data.md'), 'utf8')).toContain(
      'what a person has written about it',
    );
    expect((await run('npm test -- test/emulator/image-note.test.ts')).stderr).toContain('1 passed, 1 total');
    await firestore.release();
  },
  LONG_TEST,
);
